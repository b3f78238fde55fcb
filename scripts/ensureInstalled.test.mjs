import { expect, test } from 'vitest'
import { whyNotInstalled } from './ensureInstalled.mjs'

const wanted = {
  '': { version: '1.0.0' },
  'packages/telltale': { version: '0.1.0' },
  'node_modules/telltale': { link: true },
  'node_modules/vite': { version: '8.0.0' },
  'node_modules/vite/node_modules/@vite/nested': { version: '1.0.0' },
  'node_modules/@rolldown/for-another-platform': { version: '1.0.0', optional: true },
}
const {
  '': _root,
  'packages/telltale': _package,
  'node_modules/@rolldown/for-another-platform': _,
  ...installed
} = wanted
const text = (/** @type {object} */ packages) => JSON.stringify({ packages })

test('what is installed is right when it has what the lockfile names for this platform', () => {
  expect(whyNotInstalled(text(wanted), text(installed))).toBeUndefined()
})

test.each([
  ['nothing is installed yet', undefined],
  ['vite is missing', text({ ...installed, 'node_modules/vite': undefined })],
  ['vite is 7.0.0 instead of 8.0.0', text({ ...installed, 'node_modules/vite': { version: '7.0.0' } })],
  ['@vite/nested is missing', text({ ...installed, 'node_modules/vite/node_modules/@vite/nested': undefined })],
])('packages are installed, because %s', (reason, present) => {
  expect(whyNotInstalled(text(wanted), present)).toBe(reason)
})
