import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from './packPackage.mjs'

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/installed', String(process.pid))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} code @param {'module' | 'commonjs'} type */
const run = async (code, type) =>
  (await execa(process.execPath, [`--input-type=${type}`, '--eval', code], { cwd: folder })).stdout

describe.each(['packages/telltale', 'packages/collector', 'packages/local'])(
  'the package of %s, installed from its tarball,',
  (workspace) => {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
    const entries = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, manifest.name))

    let installed = ''
    beforeAll(async () => {
      installed = await installPackage(workspace, folder)
    }, PATIENCE_MS)

    test('has no test, and no program that a test runs', () => {
      const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      expect(files.filter((path) => /\.(test|suite)\./.test(path))).toEqual([])
    })

    test.each(entries)('gives an ES module and a CommonJS module the same exports of %s', async (entry) => {
      const attributes = entry.endsWith('.json') ? ", { with: { type: 'json' } }" : ''
      const print = (/** @type {string} */ exports) =>
        `console.log(JSON.stringify(Object.keys(${exports}).filter((name) => name !== '__esModule').sort()))`
      const resolved = await run(`console.log(require.resolve('${entry}'))`, 'commonjs')
      const required = await run(print(`require('${entry}')`), 'commonjs')
      const namespace = `(await import('${entry}'${attributes}))`
      const imported = await run(print(entry.endsWith('.json') ? `${namespace}.default` : namespace), 'module')

      expect(resolved).toContain(installed)
      expect(imported).toMatch(/^\["/)
      expect(required).toEqual(imported)
    })
  },
)
