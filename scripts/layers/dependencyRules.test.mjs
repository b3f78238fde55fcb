import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { afterEach, expect, it } from 'vitest'
import config from '../../.dependency-cruiser.mjs'

const root = mkdtempSync(join(tmpdir(), 'telltale-layers-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** The names of the rules that the files break. */
async function brokenRules() {
  const { tsConfig: _, ...options } = config.options ?? {}
  const ruleSet = { forbidden: config.forbidden ?? [] }
  const { output } = await cruise(['.'], { ...options, ruleSet, validate: true, baseDir: root })
  if (typeof output === 'string') throw new Error(output)
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort()
}

/**
 * The names of the rules that one file breaks by importing another.
 *
 * @param {string} from
 * @param {string} to
 * @param {string} statement `$` is the path of the import
 */
async function brokenBy(from, to, statement) {
  const specifier = `${'../'.repeat(from.split('/').length - 1)}${to}`
  write(to, 'export const one = 1\n')
  write(from, `${statement.replace('$', specifier)}\nexport const other = 1\n`)
  return brokenRules()
}

const VALUE = "import { one } from '$'"
const TYPE = "import type { one } from '$'"
const src = (/** @type {string} */ path) => `packages/telltale/src/${path}`

it.each([
  [src('events/a.ts'), src('core/lib/b.ts')],
  [src('layer/a.ts'), src('events/b.ts')],
  [src('flags.ts'), src('platform/b.ts')],
  [src('events/a.test.ts'), src('testing/b.ts')],
  ['e2e/a.ts', 'scripts/b.mjs'],
])('%s may import %s', async (from, to) => {
  expect(await brokenBy(from, to, VALUE)).toEqual([])
})

it('the React hooks may import types of the layer', async () => {
  expect(await brokenBy(src('react/a.ts'), src('layer/b.ts'), TYPE)).toEqual([])
})

it.each([
  [src('events/a.ts'), src('flags/b.ts'), 'events imports what is below it'],
  [src('core/lib/a.ts'), src('core/model/b.ts'), 'core/lib imports what is below it'],
  [src('core/lib/a.ts'), src('core/host.ts'), 'core/lib imports what is below it'],
  [src('events/a.test.ts'), src('flags/b.ts'), 'tests of events use what is below it, the fakes and the entries'],
  [src('new/a.ts'), src('core/lib/b.ts'), 'each part has a place in the layers'],
  [src('react/a.ts'), src('layer/b.ts'), 'React uses types of the layer and of the flags'],
  [src('heap.ts'), src('flags.ts'), 'an entry imports no other entry'],
  [src('events/a.ts'), src('events/b.suite.ts'), 'tests are imported by tests'],
  [src('events/a.ts'), src('events/utils.ts'), 'a file is named for its main export'],
  [src('events/a.ts'), src('events/more/index.ts'), 'a file is named for its main export'],
  ['e2e/a.ts', src('events/b.ts'), 'another workspace is imported by its name'],
  ['scripts/a.mjs', src('events/b.ts'), 'scripts use what packages export'],
])('%s must not import %s: %s', async (from, to, rule) => {
  expect(await brokenBy(from, to, VALUE)).toEqual([rule])
})

it('the library must not import a package', async () => {
  const rules = await brokenBy(src('events/a.ts'), 'node_modules/left-pad/index.js', VALUE)
  expect(rules).toEqual(['the library has no dependencies'])
})

it('the events must not import React', async () => {
  const rules = await brokenBy(src('events/a.ts'), 'node_modules/react/index.js', VALUE)
  expect(rules).toEqual(['React is used by the hooks and their test kit'])
})

it('two files must not import each other', async () => {
  write(src('events/a.ts'), "import { one } from './b.ts'\nexport const other = one\n")
  write(src('events/b.ts'), "import { other } from './a.ts'\nexport const one = other\n")
  expect(await brokenRules()).toEqual(['no cycles'])
})
