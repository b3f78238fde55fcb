import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNpm } from '../runNode.mjs'
import { judgeTarball } from './judgeTarball.mjs'

const good = {
  'package.json': {
    version: '1.0.0',
    type: 'module',
    license: 'Apache-2.0',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  },
  LICENSE: 'text',
  'dist/index.js': 'export const one = 1\n',
  'dist/index.d.ts': 'export declare const one: 1;\n',
}

/** @param {object} exports */
const exporting = (exports) => ({ 'package.json': { ...good['package.json'], exports } })

/** @type {[what: string, change: Record<string, unknown>, finding: RegExp][]} */
const WRONG = [
  ['an export that is not packed', { 'dist/index.js': undefined }, /does not exist/],
  ['types that are not packed', { 'dist/index.d.ts': undefined }, /does not exist/],
  ['types that import a missing file', { 'dist/index.d.ts': "export * from './gone.js';\n" }, /index\.d\.ts/],
  ['no licence', { LICENSE: undefined }, /licence is not in it/],
  ['a test', { 'dist/index.test.js': 'export {}\n' }, /index\.test\.js is a test/],
  [
    'types of another module system than its code',
    {
      ...exporting({ '.': { types: './dist/index.d.cts', import: './dist/index.js' } }),
      'dist/index.d.cts': good['dist/index.d.ts'],
      'dist/index.d.ts': undefined,
    },
    /Types are CJS, but implementation is ESM: .*index\.d\.cts/,
  ],
  [
    'an entry that a CommonJS module cannot require',
    exporting({ '.': { types: './dist/index.d.ts', import: './dist/index.js' } }),
    /^Types without code: \. \(node16-cjs\)$/,
  ],
  ['no types', { ...exporting({ '.': './dist/index.js' }), 'dist/index.d.ts': undefined }, /^It has no types\.$/],
]

/** @type {string} */
let folder
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'judge-tarball-'))
  const changes = [{}, ...WRONG.map(([, change]) => change)]
  changes.forEach((change, number) => write(`sample-${number}`, { ...good, ...change }))
  // npm itself takes longer to start than to pack.
  const packages = changes.map((_, number) => `./sample-${number}`)
  const { ok, output } = await runNpm(['pack', '--ignore-scripts', ...packages], { cwd: folder })
  expect(ok, output).toBe(true)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {string} name @param {Record<string, unknown>} files */
function write(name, files) {
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue
    const file = join(folder, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify({ name, ...content }))
  }
}

/** @param {number} number */
const judge = (number) => judgeTarball(readFileSync(join(folder, `sample-${number}-1.0.0.tgz`)))

test('a packed package of ES modules with types and a licence has no findings', async () => {
  expect(await judge(0)).toEqual([])
})

test.each(WRONG.map(([what, , finding], index) => /** @type {const} */ ([what, finding, index + 1])))(
  'a packed package with %s has that as a finding',
  async (_what, finding, number) => {
    expect(await judge(number)).toContainEqual(expect.stringMatching(finding))
  },
)
