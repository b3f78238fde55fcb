import { expect, test } from 'vitest'
import { DEMO, installedWorkspaces, isInstalled, packagesOf } from './ensureInstalled.mjs'

const lock = {
  '': { devDependencies: { vitest: '4' } },
  'apps/desk': { dependencies: { telltale: '1' }, devDependencies: { vite: '8' } },
  'packages/telltale': { devDependencies: { nested: '1' } },
  'node_modules/telltale': { link: true, resolved: 'packages/telltale' },
  'node_modules/nested': { version: '2' },
  'node_modules/vite': { version: '8', dependencies: { nested: '1' }, optionalDependencies: { native: '1' } },
  'node_modules/vite/node_modules/nested': { version: '1' },
  'node_modules/native': { version: '1', optional: true },
  'node_modules/vitest': { version: '4' },
}
const { 'node_modules/native': _, 'node_modules/vitest': __, ...present } = lock

test('the packages of a workspace are those that Node finds, with those of linked workspaces', () => {
  const paths = ['telltale', 'nested', 'vite', 'vite/node_modules/nested', 'native'].map(
    (path) => `node_modules/${path}`,
  )
  expect(packagesOf(lock, ['apps/desk']).sort()).toEqual(paths.sort())
})

test('a workspace is installed when each package has its version, except those of other platforms', () => {
  expect(isInstalled(['apps/desk'], { lock, present })).toBe(true)
  expect(isInstalled(['.', 'apps/desk'], { lock, present })).toBe(false)
  expect(isInstalled(['apps/desk'], { lock, present: { ...present, 'node_modules/vite': { version: '7' } } })).toBe(
    false,
  )
  expect(isInstalled(['apps/desk'], { lock, present: {} })).toBe(false)
})

test('an installation that has more than the demo has the packages of the root too', () => {
  const links = (/** @type {string[]} */ ...paths) =>
    Object.fromEntries(paths.map((resolved) => [`node_modules/${resolved}`, { link: true, resolved }]))
  expect(installedWorkspaces(links(...DEMO))).toEqual(DEMO)
  expect(installedWorkspaces(links(...DEMO, 'e2e'))).toEqual(['.', ...DEMO, 'e2e'])
})
