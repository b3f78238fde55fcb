import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCodemod, type CodemodResult } from './runCodemod.ts'

/** Types that the calls below use, and Segment's client as a module of the application has it. */
const DECLARATIONS = `import { AnalyticsBrowser } from '@segment/analytics-next'
export const client = AnalyticsBrowser.load({ writeKey: 'abc' })
export declare const name: string
export declare const NAMES: { readonly order: 'Order'; readonly all: 'Order' | 'Quote' }
export declare const message: { event: string; properties: object }
export declare const data: { total: number }
export declare const anything: any
export declare function done(): void
export declare const list: [string, object]
`

/** A statement, and what becomes of it. `undefined`: it stays as it is, and is listed. */
const calls: readonly (readonly [statement: string, after: string | undefined])[] = [
  // The client of the snippet, in each spelling.
  ...[
    'window.analytics',
    'globalThis.analytics',
    'self.analytics',
    'window.analytics!',
    '(window as any).analytics',
    "window['analytics']",
  ].map((client) => [`${client}.track('Order', data)`, "telltale.track('Order', data)"] as const),
  ["analytics.track('Order')", "telltale.track('Order')"],
  ["window.analytics?.track('Order')", "telltale.track('Order')"],
  ["window?.analytics?.track?.('Order')", "telltale.track('Order')"],
  ["window.analytics['track']('Order')", "telltale.track('Order')"],
  ["window.analytics && window.analytics.track('Order')", "telltale.track('Order')"],
  ['window.analytics && window.analytics.track(message)', undefined],
  ["analytics.track && analytics.track('Order')", "telltale.track('Order')"],
  ['window.analytics.page?.()', "telltale.track('Page viewed')"],
  ['window.analytics.reset()', 'telltale.identity.reset()'],
  ["window.analytics.identify('7')", "telltale.identify({ unique_identity: '7' })"],
  ['window.analytics.ready(done)', undefined],
  ["if (window.analytics) window.analytics.track('Order')", "if (window.analytics) telltale.track('Order')"],
  [
    "typeof analytics !== 'undefined' && analytics.track('Order')",
    "typeof analytics !== 'undefined' && telltale.track('Order')",
  ],
  ['const { track } = window.analytics', undefined],
  ['const { analytics: mine } = window', undefined],
  ['done.call(window.analytics)', undefined],
  ['const all = { analytics }', undefined],
  ["const own = window.analytics\nown.track('Order')", "telltale.track('Order')"],
  // A local variable of this name is not the client.
  ["function local(analytics: { track(name: string): void }) {\n  analytics.track('Order')\n}", 'same'],
  ["data.total.toFixed()\nnew Map().set('analytics', list)", 'same'],
  // The client of the package.
  ["client?.track?.('Order')", "telltale.track('Order')"],
  ['const { track } = client', undefined],
  ["client.track('Order', data, done as never)", undefined],
  // One object.
  ["client.track({ event: 'Order', properties: { total: 1 } })", "telltale.track('Order', { total: 1 })"],
  ["client.track({ event: 'Order' })", "telltale.track('Order')"],
  ["client.track({ 'event': name, properties: data })", 'telltale.track(name, data)'],
  ["client.track({ event: 'Order', userId: '7' })", undefined],
  ["client.track({ ...message, event: 'Order' })", undefined],
  ["client.track({ event: 'Order', properties: data }, {})", undefined],
  ['client.track(message)', undefined],
  ['client.track(anything)', undefined],
  ['client.track(...list)', undefined],
  ['client.track(name)', 'telltale.track(name)'],
  ['client.track(NAMES.order)', 'telltale.track(NAMES.order)'],
  ['client.track(NAMES.all, data)', 'telltale.track(NAMES.all, data)'],
  ['client.track(`${name} sent`)', 'telltale.track(`${name} sent`)'],
  ['client.track(anything, data)', 'telltale.track(anything, data)'],
  ['client.identify(data)', undefined],
  ['client.identify(anything)', undefined],
  ['client.identify(null, data)', undefined],
  ['client.identify(...list)', undefined],
  // Callbacks.
  ["client.track('Order', done)", undefined],
  ["client.track('Order', () => {})", undefined],
  ["client.track('Order', data, {}, done)", undefined],
  ["client.identify('7', done)", undefined],
  ["client.identify('7', function () {})", undefined],
  ["client.page('Fleet', {}, {}, done)", undefined],
  ['client.page(done)', undefined],
]

const HOME = join(import.meta.dirname, '../../.cache')
let folder: string
let result: CodemodResult
const pathOf = (index: number) => `src/call${index}.ts`
const fileOf = (statement: string) =>
  `import { NAMES, anything, client, data, done, list, message, name } from './known'\n${statement}\n`

beforeAll(async () => {
  await mkdir(HOME, { recursive: true })
  folder = await mkdtemp(join(HOME, 'segment-'))
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/known.ts'), DECLARATIONS)
  await writeFile(
    join(folder, 'src/global.d.ts'),
    'declare const analytics: any\ndeclare interface Window { analytics?: any }\n',
  )
  for (const [index, [statement]] of calls.entries()) await writeFile(join(folder, pathOf(index)), fileOf(statement))
  result = await runCodemod('segment', {
    cwd: folder,
    paths: ['src'],
    home: 'src',
    flags: [],
    layer: 'src/telltale.ts',
  })
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('telltale codemod segment', () => {
  test.each(calls.map(([statement, after], index) => [statement, after, index] as const))(
    'moves or lists %s',
    (statement, after, index) => {
      const change = result.changed.find(({ path }) => path === pathOf(index))
      const isListed = result.left.some(({ path }) => path === pathOf(index))
      const text = change?.after
        .split('\n')
        .filter((line) => !line.startsWith('import '))
        .join('\n')
        .trim()
      if (after === undefined) expect({ text, isListed }).toEqual({ text: undefined, isListed: true })
      else if (after === 'same') expect({ text, isListed }).toEqual({ text: undefined, isListed: false })
      else {
        // A test of the client that stays is listed: what depends on it would no longer run.
        expect({ text, isListed }).toEqual({ text: after, isListed: /^if|^typeof/.test(statement) })
        expect(change?.after).toContain("import { telltale } from './telltale'")
      }
    },
  )

  test('says what a call loses that is not moved', () => {
    const reasonOf = (statement: string) =>
      result.left.find(({ path }) => path === pathOf(calls.findIndex(([one]) => one === statement)))?.reason
    expect(reasonOf("client.track({ event: 'Order', userId: '7' })")).toBe(
      'Only { event, properties } is moved, not userId. Write telltale.track(event, properties).',
    )
    expect(reasonOf('client.track(anything)')).toBe(
      'Only track(name, properties) is moved. It is not known here whether anything is text or an object.',
    )
    expect(reasonOf("if (window.analytics) window.analytics.track('Order')")).toContain(
      'Remove this test of the client',
    )
    expect(reasonOf('const { track } = client')).toContain('Take them from telltale.')
  })
})
