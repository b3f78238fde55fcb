import tables from '@mdn/browser-compat-data' with { type: 'json' }
import { expect, test } from 'vitest'
import { compatRow } from './compatRow.mjs'

/** @typedef {import('./compatRow.mjs').Named} Named */

/** @param {Named['kind']} kind @param {string} own @param {Partial<Named>} [more] @returns {Named} */
const touch = (kind, own, more) => ({ kind, own, name: own, owners: [], isLanguage: false, ...more })

/** @type {[what: string, touch: Named, path: string][]} */
const table = [
  ['a global', touch('global', 'fetch'), 'API/Window/fetch'],
  ['a global that is listed under the window', touch('global', 'localStorage'), 'API/Window/localStorage'],
  ['a constructor', touch('constructor', 'Blob'), 'API/Blob/Blob'],
  ['a member', touch('member', 'text', { owners: ['Response', 'Body'] }), 'API/Response/text'],
  [
    'an inherited member',
    touch('member', 'remove', { owners: ['HTMLScriptElement', 'Element'] }),
    'API/Element/remove',
  ],
  ['a static member', touch('member', 'only', { owners: ['IDBKeyRange'] }), 'API/IDBKeyRange/only_static'],
  ['an event handler', touch('member', 'onsuccess', { owners: ['IDBRequest'] }), 'API/IDBRequest/success_event'],
  ['an event', touch('event', 'pagehide', { owners: ['Window'] }), 'API/Window/pagehide_event'],
  [
    'an event that bubbles up to the document',
    touch('event', 'click', { owners: ['Document'] }),
    'API/Element/click_event',
  ],
  [
    'a method of the language',
    touch('member', 'at', { owners: ['Array'], isLanguage: true }),
    'JavaScript/Reference/Global_Objects/Array/at',
  ],
]

test.each(table)('the row of %s is found', (_what, named, path) => {
  expect(compatRow(tables, named)?.mdn_url).toBe(`https://developer.mozilla.org/docs/Web/${path}`)
})

test('an option that is younger than its function has a row of its own', () => {
  const keepalive = touch('option', 'keepalive', { name: 'fetch keepalive', method: 'fetch' })
  const signal = touch('option', 'signal', { owners: ['EventTarget'], method: 'addEventListener' })
  expect(compatRow(tables, keepalive)?.description).toContain('keepalive')
  expect(compatRow(tables, signal)?.description).toContain('signal')
})

test('an option that every version of its function takes has the row of the function', () => {
  const method = touch('option', 'method', { name: 'fetch method', method: 'fetch' })
  expect(compatRow(tables, method)).toBe(tables.api['fetch']?.['__compat'])
})

test('an API that the tables do not list has no row', () => {
  expect(compatRow(tables, touch('global', 'thereIsNone'))).toBeUndefined()
  expect(compatRow(tables, touch('option', 'none', { method: 'fetch' }))).toBeUndefined()
})
