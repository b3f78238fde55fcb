import tables from '@mdn/browser-compat-data' with { type: 'json' }
import { expect, test } from 'vitest'
import { compatRow } from './compatRow.mjs'

/** @typedef {import('./compatRow.mjs').Named} Named */

/** @param {Partial<Named> & Pick<Named, 'kind' | 'own'>} some @returns {Named} */
const named = (some) => ({ name: some.own, owners: [], isLanguage: false, ...some })

/** @type {[what: string, touch: Named, path: string][]} */
const table = [
  ['a global', named({ kind: 'global', own: 'fetch' }), 'API/Window/fetch'],
  [
    'a global that is listed under the window',
    named({ kind: 'global', own: 'localStorage' }),
    'API/Window/localStorage',
  ],
  ['a constructor', named({ kind: 'constructor', own: 'Blob' }), 'API/Blob/Blob'],
  ['a member', named({ kind: 'member', own: 'text', owners: ['Response', 'Body'] }), 'API/Response/text'],
  [
    'a member that an interface inherits',
    named({ kind: 'member', own: 'remove', owners: ['HTMLScriptElement', 'Element', 'ChildNode'] }),
    'API/Element/remove',
  ],
  [
    'a static member',
    named({ kind: 'member', own: 'lowerBound', owners: ['IDBKeyRange'] }),
    'API/IDBKeyRange/lowerBound_static',
  ],
  [
    'an event handler',
    named({ kind: 'member', own: 'onsuccess', owners: ['IDBRequest'] }),
    'API/IDBRequest/success_event',
  ],
  ['an event', named({ kind: 'event', own: 'pagehide', owners: ['Window'] }), 'API/Window/pagehide_event'],
  [
    'an event that bubbles up to the document',
    named({ kind: 'event', own: 'click', owners: ['Document'] }),
    'API/Element/click_event',
  ],
  [
    'a method of the language',
    named({ kind: 'member', own: 'at', owners: ['Array'], isLanguage: true }),
    'JavaScript/Reference/Global_Objects/Array/at',
  ],
]

test.each(table)('the row of %s is found', (_what, touch, path) => {
  expect(compatRow(tables, touch)?.mdn_url).toBe(`https://developer.mozilla.org/docs/Web/${path}`)
})

test('an option that is younger than its function has a row of its own', () => {
  const keepalive = named({ kind: 'option', name: 'fetch keepalive', own: 'keepalive', method: 'fetch' })
  const signal = named({
    ...{ kind: 'option', name: 'EventTarget.addEventListener signal', own: 'signal', method: 'addEventListener' },
    owners: ['EventTarget'],
  })
  expect(compatRow(tables, keepalive)?.description).toContain('keepalive')
  expect(compatRow(tables, signal)?.description).toContain('signal')
})

test('an option that every version of its function takes has the row of the function', () => {
  const method = named({ kind: 'option', name: 'fetch method', own: 'method', method: 'fetch' })
  expect(compatRow(tables, method)).toBe(tables.api['fetch']?.['__compat'])
})

test('an API that the tables do not list has no row', () => {
  expect(compatRow(tables, named({ kind: 'global', own: 'thereIsNone' }))).toBeUndefined()
  expect(compatRow(tables, named({ kind: 'option', own: 'none', method: 'fetch' }))).toBeUndefined()
})
