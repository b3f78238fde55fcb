import { describe, expect, it } from 'vitest'
import { outcomeOf } from './oddServers.suite.ts'

export type Leftover = readonly [title: string, code: string]

/** It keeps what it is given, and tells nobody. */
const TARGET = `addEventListener() {}, removeEventListener() {}, dispatchEvent: () => true`
/** As a parser of HTML makes it: elements and no browsing context. */
const PARSED = `{ ${TARGET}, nodeType: 9, createElement: () => ({}), querySelector: () => null, documentElement: {}, head: {}, body: {} }`

export const LEFTOVERS: readonly Leftover[] = [
  ['nothing', ''],
  ['a document without anything', 'globalThis.document = {}'],
  ['a document that can only create elements', 'globalThis.document = { createElement() {} }'],
  ['a document that is null', 'globalThis.document = null'],
  ['a document that is undefined', 'globalThis.document = undefined'],
  ['a document that is a text', 'globalThis.document = "<!doctype html>"'],
  [
    'a document that throws',
    'Object.defineProperty(globalThis, "document", { get() { throw new Error("There is no document.") } })',
  ],
  [
    'a document whose members throw',
    'globalThis.document = new Proxy({}, { get() { throw new Error("There is no document.") } })',
  ],
  ['a window without anything', 'globalThis.window = {}'],
  ['a window that is the global object', 'globalThis.window = globalThis'],
  ['a window and a document without anything', 'globalThis.window = {}; globalThis.document = {}'],
  ['a window that has a document', 'globalThis.window = { document: {} }; globalThis.document = window.document'],
  ['a window that is the global object, and a document', 'globalThis.window = globalThis; globalThis.document = {}'],
  ['self', 'globalThis.self = globalThis'],
  ['a parsed document', `globalThis.document = ${PARSED}`],
  ['a parsed document without a view', `globalThis.document = Object.assign(${PARSED}, { defaultView: null })`],
  [
    'a parsed document with a window of its own',
    `globalThis.window = { ${TARGET} }; globalThis.document = Object.assign(${PARSED}, { defaultView: window }); window.document = document`,
  ],
  [
    'a parsed document with listeners of the global object and without storage',
    `globalThis.window = Object.assign(globalThis, { ${TARGET} }); globalThis.document = Object.assign(${PARSED}, { defaultView: globalThis })`,
  ],
  [
    'a parsed document and a location',
    `globalThis.document = Object.assign(${PARSED}, { URL: 'http://localhost/', location: { href: 'http://localhost/' } }); globalThis.location = document.location`,
  ],
  ['a location', "globalThis.location = { href: 'http://localhost/', origin: 'http://localhost' }"],
  ['a navigator without anything', 'Object.defineProperty(globalThis, "navigator", { value: {} })'],
  [
    'a navigator and a document without anything',
    'Object.defineProperty(globalThis, "navigator", { value: {} }); globalThis.document = {}',
  ],
  [
    'storage',
    'Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => null, setItem() {}, removeItem() {}, key: () => null, length: 0 } })',
  ],
  [
    'storage that throws',
    'Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("Give the path of a file.") } })',
  ],
  [
    'a parsed document and storage',
    `globalThis.document = ${PARSED}; globalThis.localStorage = { getItem: () => null, setItem() {} }`,
  ],
]

/** What happens on a server on which something has left such a part of a browser. */
export function describeOddServers(leftovers: readonly Leftover[]): void {
  describe('on a server, the layer starts, renders with the bootstrap, sends nothing and lets the process end', () => {
    it.concurrent.each(leftovers)('beside %s', async (_, code) => {
      expect(await outcomeOf('server', code)).toEqual({
        flag: true,
        storage: 'memory',
        identity: 'resolving',
        html: ['<p>resolving true</p>', '<p>resolving true</p>'],
        done: [],
      })
    })
  })
}
