import { expect, test } from 'vitest'
import { compareVersions, latest, oldestVersions } from './oldestVersions.mjs'

/** @typedef {import('./oldestVersions.mjs').Support} Support */

/** @type {[what: string, support: Support | undefined, version: string | undefined][]} */
const table = [
  ['a plain version', { version_added: '93' }, '93'],
  ['a version that may be older', { version_added: '≤79' }, '79'],
  ['no version', { version_added: false }, undefined],
  ['a preview', { version_added: 'preview' }, undefined],
  ['no row for the browser', undefined, undefined],
  ['a version behind a preference', { version_added: '90', flags: [{ type: 'preference', name: 'x' }] }, undefined],
  ['a version under another name', { version_added: '90', prefix: 'webkit' }, undefined],
  ['a version that was removed', { version_added: '5', version_removed: '7', version_last: '6' }, undefined],
  ['a version that is not whole', { version_added: '90', partial_implementation: true, notes: 'x' }, undefined],
  [
    'a whole version after one that was not',
    [{ version_added: '99' }, { version_added: '90', partial_implementation: true, notes: 'x' }],
    '99',
  ],
]

test.each(table)('of %s the oldest version is %o', (_what, firefox, version) => {
  const row = /** @type {any} */ ({ support: { firefox, firefox_android: { version_added: '1' } } })
  expect(oldestVersions(row).Firefox).toBe(version)
})

test('a version counts where the browser of the phone has it too', () => {
  const support = { safari: { version_added: '15' }, safari_ios: { version_added: '15.4' } }
  expect(oldestVersions(/** @type {any} */ ({ support })).Safari).toBe('15.4')
})

test('versions are compared by their numbers', () => {
  expect(['9', '16.4', '15.10', '15.4'].sort(compareVersions)).toEqual(['9', '15.4', '15.10', '16.4'])
  expect(latest(['9', '15.10', '15.4'])).toBe('15.10')
})

test('where one browser lacks an API there is no newest version', () => {
  expect(latest(['9', undefined])).toBeUndefined()
})
