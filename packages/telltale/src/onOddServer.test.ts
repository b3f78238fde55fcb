import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// A server on which something has left a part of a browser: an old polyfill, a parser of HTML, a test that did not clean up. And
// environments for tests, which are a browser without one.

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** A process that does not end by itself is ended, and its test fails. */
const PATIENCE_MS = 50_000

let folder = ''

beforeAll(async () => {
  // React and jsdom are found from where the files are.
  folder = await mkdtemp(join(here('..'), 'node_modules/.telltale-odd-server-'))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@telltale/source'] },
    build: {
      ssr: true,
      write: false,
      rolldownOptions: {
        external: /^react/,
        input: { server: here('oddServerProcess.suite.ts'), tests: here('testEnvironmentProcess.suite.ts') },
      },
    },
  })
  const { output } = Array.isArray(built) ? built[0]! : (built as Exclude<typeof built, { close(): unknown }>)
  for (const file of output) {
    if (file.type !== 'chunk') continue
    await mkdir(dirname(join(folder, file.fileName)), { recursive: true })
    await writeFile(join(folder, file.fileName), file.code)
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a script after the code that leaves something behind, and reads what it prints as it ends. */
async function outcomeOf(script: 'server' | 'tests', leftover: string): Promise<unknown> {
  const prelude = join(folder, `prelude-${crypto.randomUUID()}.mjs`)
  await writeFile(prelude, leftover)
  const args = ['--import', prelude, join(folder, `${script}.js`)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: PATIENCE_MS, cwd: folder })
  return JSON.parse(stdout)
}

/** It keeps what it is given, and tells nobody. */
const TARGET = `addEventListener() {}, removeEventListener() {}, dispatchEvent: () => true`
/** As a parser of HTML makes it: elements and no browsing context. */
const PARSED = `{ ${TARGET}, nodeType: 9, createElement: () => ({}), querySelector: () => null, documentElement: {}, head: {}, body: {} }`

const leftovers: readonly [title: string, code: string][] = [
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

/** Vitest's own, which other runners resemble. */
const vitest = (options: object) => `
import { builtinEnvironments } from 'vitest/runtime'
await builtinEnvironments.jsdom.setup(globalThis, { jsdom: ${JSON.stringify(options)} })
`

describe('an environment for tests counts as a browser', () => {
  it.concurrent.each([
    ['jsdom that pretends to be visual, as Vitest and Jest have it', vitest({ pretendToBeVisual: true })],
    ['jsdom, whose pages are never visible by default', vitest({ pretendToBeVisual: false })],
  ])('%s', async (_, code) => {
    expect(await outcomeOf('tests', code)).toEqual({
      identity: 'known',
      flag: true,
      asked: ['api.test', 'flags.test', 'collect.test'],
    })
  })
})
