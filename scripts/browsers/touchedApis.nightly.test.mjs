import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { programOf, touchedApis } from './touchedApis.mjs'

const folder = mkdtempSync(join(tmpdir(), 'touched-apis-'))
afterAll(() => rmSync(folder, { recursive: true }))

const options = { strict: true, target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [], noEmit: true }
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['source.ts'] }))

/** @type {[source: string, names: string[]][]} */
const table = [
  ['btoa("a")', ['btoa']],
  ['"a".replaceAll("a", "b")', ['String.replaceAll']],
  ['Object.hasOwn({}, "a")', ['Object', 'Object.hasOwn']],
  ['Promise.all([])', ['Promise', 'Promise.all']],
  ['export const last = (all: readonly number[]) => all.at(-1)', ['Array.at']],
  ['new Blob([])', ['new Blob', 'Blob']],
  ['export const read = ({ body }: Response) => body', ['Response.body']],
  ['IDBKeyRange.lowerBound(1)', ['IDBKeyRange', 'IDBKeyRange.lowerBound']],
  ['console.error("a")', ['console', 'console.error']],
  ['fetch("/", { keepalive: true })', ['fetch keepalive', 'fetch']],
  [
    'const options = { signal: new AbortController().signal }\nwindow.addEventListener("online", () => {}, options)',
    [
      'new AbortController',
      'AbortController',
      'AbortController.signal',
      'Window.addEventListener signal',
      'Window online event',
      'window',
      'Window.addEventListener',
    ],
  ],
  ['export const pairs: [EventTarget, string][] = [[document, "freeze"]]', ['Document freeze event', 'document']],
  ['export const remove = (script: HTMLScriptElement) => script.remove()', ['HTMLScriptElement.remove']],
]

test.each(table)('%s touches what it names', (source, names) => {
  expect(touched(source).map(({ name }) => name)).toEqual(names)
})

test('what only has the name of an API is not touched', () => {
  expect(touched('export const own = { locks: 1, fetch: () => 2 }\nown.fetch()\nown.locks')).toEqual([])
})

test('a type that is only mentioned is not touched', () => {
  expect(touched('export interface Own { lock: Lock; at: Array<Response> }\nexport type Other = Blob')).toEqual([])
})

test('an object of the browser that is passed to a function is not an object of options', () => {
  const names = touched('new Blob([]).stream().pipeThrough(new CompressionStream("gzip"))').map(({ name }) => name)
  expect(names.filter((name) => name.includes('pipeThrough'))).toEqual(['ReadableStream.pipeThrough'])
})

test('a touch says where it is, and which interfaces may list it', () => {
  expect(touched('// a line\nexport const remove = (script: HTMLScriptElement) => script.remove()')).toMatchObject([
    {
      place: `${join(folder, 'source.ts')}:2`,
      owners: expect.arrayContaining(['HTMLScriptElement', 'Element', 'ChildNode']),
    },
  ])
})

/** @param {string} source */
function touched(source) {
  const path = join(folder, 'source.ts')
  writeFileSync(path, `${source}\nexport {}`)
  return touchedApis(programOf(folder, [path]), [path])
}
