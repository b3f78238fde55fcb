import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { afterAll, expect, it } from 'vitest'
import config from '../../.dependency-cruiser.mjs'

const root = mkdtempSync(join(tmpdir(), 'telltale-layers-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const src = (/** @type {string} */ path) => `packages/telltale/src/${path}`

/** The rules are regular expressions: one that is wrong reports nothing. [from, to, the rule that the import breaks] */
const IMPORTS = /** @type {const} */ ([
  [src('events/ok.ts'), src('core/lib/a.ts'), undefined],
  [src('layer/ok.ts'), src('events/a.ts'), undefined],
  [src('events/ok.test.ts'), src('testing/a.ts'), undefined],
  ['e2e/ok.ts', 'scripts/a.mjs', undefined],
  [src('events/up.ts'), src('flags/a.ts'), 'events imports what is below it'],
  [src('events/sending/ok.ts'), src('events/store/a.ts'), undefined],
  [src('events/store/ok.test.ts'), src('events/sending/a.ts'), undefined],
  [src('events/store/up.ts'), src('events/sending/a.ts'), 'store of events imports what is below it'],
  [src('events/sending/top.ts'), src('events/a.ts'), 'sending of events imports what is below it'],
  [src('events/new/a.ts'), src('core/lib/a.ts'), 'each room of events has a place'],
  [src('core/lib/up.ts'), src('core/host.ts'), 'core/lib imports what is below it'],
  [src('events/up.test.ts'), src('flags/a.ts'), 'tests of events use what is below it, the fakes and the entries'],
  [src('new/a.ts'), src('core/lib/a.ts'), 'each part has a place in the layers'],
  [src('react/value.ts'), src('layer/a.ts'), 'React uses types of the layer and of the flags'],
  [src('heap.ts'), src('flags.ts'), 'an entry imports no other entry'],
  [src('events/suite.ts'), src('events/a.suite.ts'), 'tests are imported by tests'],
  [src('events/name.ts'), src('events/utils.ts'), 'a file is named for its main export'],
  ['e2e/inside.ts', src('events/a.ts'), 'another workspace is imported by its name'],
  ['e2e/engines/figures.ts', 'bench/a.ts', 'tests in browsers and benchmarks share the stage alone'],
  ['scripts/inside.mjs', src('events/a.ts'), 'scripts use what packages export'],
  [src('events/pad.ts'), 'node_modules/left-pad/index.js', 'the library has no dependencies'],
  [src('events/jsx.ts'), 'node_modules/react/index.js', 'React is used by the hooks and their test kit'],
])

it('the rules of imports report what they forbid, and nothing else', async () => {
  for (const [from, to] of IMPORTS) {
    for (const path of [from, to]) mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, to), 'export const a = 1\n')
    writeFileSync(join(root, from), `export { a } from '${'../'.repeat(from.split('/').length - 1)}${to}'\n`)
  }
  const { tsConfig: _, ...options } = config.options ?? {}
  const ruleSet = { forbidden: config.forbidden ?? [] }
  const { output } = await cruise(['.'], { ...options, ruleSet, validate: true, baseDir: root })
  if (typeof output === 'string') throw new Error(output)
  const found = output.summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)
  const forbidden = IMPORTS.flatMap(([from, to, rule]) => (rule ? [`${from} → ${to}: ${rule}`] : []))
  expect(found.sort()).toEqual(forbidden.sort())
})
