import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runNpm } from '../runNode.mjs'
import { judgeTarball } from './judgeTarball.mjs'

/** @type {string} */
let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'judge-tarball-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const good = {
  'package.json': {
    name: 'sample',
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

/** Packs these files and judges what comes out. @param {Record<string, unknown>} files */
async function judge(files) {
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const { ok, output } = await runNpm(['pack', '--ignore-scripts'], { cwd: folder })
  expect(ok, output).toBe(true)
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  return judgeTarball(readFileSync(join(folder, tarball)))
}

test('a package of ES modules that Node can import and require, with types and a licence, is fine', async () => {
  expect(await judge(good)).toEqual([])
})

test.each([
  ['an export that was not packed', { 'dist/index.js': undefined }, /does not exist/],
  ['types that were not packed', { 'dist/index.d.ts': undefined }, /does not exist/],
  ['types that name what is not there', { 'dist/index.d.ts': "export * from './gone.js';\n" }, /index\.d\.ts/],
  ['no licence', { LICENSE: undefined }, /licence is not in it/],
  ['a test', { 'dist/index.test.js': 'export {}\n' }, /index\.test\.js is a test/],
])('%s is found', async (_what, change, finding) => {
  expect(await judge({ ...good, ...change })).toContainEqual(expect.stringMatching(finding))
})

test('types of another module system than the code are found', async () => {
  const exports = { '.': { types: './dist/index.d.cts', import: './dist/index.js' } }
  const types = { 'dist/index.d.cts': good['dist/index.d.ts'], 'dist/index.d.ts': undefined }
  const findings = await judge({ ...good, ...types, 'package.json': { ...good['package.json'], exports } })
  expect(findings.join('\n')).toMatch(/Types are CJS, but implementation is ESM: .*index\.d\.cts/)
})

test('an entry that a CommonJS module cannot require is found', async () => {
  const exports = { '.': { types: './dist/index.d.ts', import: './dist/index.js' } }
  const findings = await judge({ ...good, 'package.json': { ...good['package.json'], exports } })
  expect(findings).toContain('Types without code: . (node16-cjs)')
})

test('a package without types is found', async () => {
  const manifest = { ...good['package.json'], exports: { '.': './dist/index.js' } }
  const findings = await judge({ ...good, 'package.json': manifest, 'dist/index.d.ts': undefined })
  expect(findings).toContain('It has no types.')
})
