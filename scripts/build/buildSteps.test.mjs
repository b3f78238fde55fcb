import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSteps } from './buildSteps.mjs'

/** @type {string} */
let root
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'build-steps-'))))
afterEach(() => rmSync(root, { recursive: true }))

/** @param {string} path @param {unknown} [content] */
function write(path, content = {}) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

test('a workspace is built as its configuration says, after the workspaces that it uses', () => {
  write('package.json', { workspaces: ['apps/*', 'packages/*', 'e2e'] })
  write('apps/demo/package.json', { name: 'demo', dependencies: { library: '1' }, devDependencies: { vite: '8' } })
  write('apps/demo/vite.config.ts')
  write('packages/library/package.json', { name: 'library' })
  write('packages/library/tsdown.config.ts')
  write('packages/local/package.json', { name: 'local' })
  write('packages/local/tsdown.config.ts')
  write('packages/local/vite.config.ts')
  write('e2e/package.json', { name: 'e2e', dependencies: { library: '1' } })

  expect(buildSteps(root).map(({ name, folder, needs }) => ({ name, folder, needs }))).toEqual([
    { name: 'packages/library (bundle)', folder: 'packages/library', needs: [] },
    { name: 'apps/demo (site)', folder: 'apps/demo', needs: ['packages/library (bundle)'] },
    { name: 'packages/local (bundle)', folder: 'packages/local', needs: [] },
    { name: 'packages/local (site)', folder: 'packages/local', needs: ['packages/local (bundle)'] },
  ])
})

test('only the bundler makes declaration files', () => {
  write('package.json', { workspaces: ['library'] })
  write('library/package.json', { name: 'library' })
  write('library/tsdown.config.ts')
  write('library/vite.config.ts')
  const [bundle, site] = buildSteps(root)
  expect(bundle?.command).toContain('--no-dts')
  expect(bundle?.commandWithTypes).not.toContain('--no-dts')
  expect(site?.command).toEqual(site?.commandWithTypes)
})

test('a workspace folder without a manifest is passed over', () => {
  write('package.json', { workspaces: ['packages/*'] })
  write('packages/left-over/dist/index.js')
  expect(buildSteps(root)).toEqual([])
})
