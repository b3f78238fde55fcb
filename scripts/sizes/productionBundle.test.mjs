import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutReports } from '../build/withoutReports.mjs'
import { root } from '../ensureInstalled.mjs'
import { bundle } from './bundle.mjs'

/** As the documentation tells to write it: the condition is the application's. */
const code = `
import { createTelltale } from 'telltale'
import { validateEvents } from 'telltale/validate'
import { z } from 'zod'

export const telltale = createTelltale({
  ...globalThis.settings,
  observers: import.meta.env.DEV ? [validateEvents(async () => ({ Opened: z.object({}) }))] : [],
})
`

/** @param {boolean} isDevelopment @param {string} from @param {import('vite').Plugin[]} plugins */
async function bundleFor(isDevelopment, from = code, plugins = []) {
  const { first, later, modules } = await bundle(from, {
    root: join(root, 'packages/telltale'),
    define: { 'import.meta.env.DEV': String(isDevelopment) },
    resolve: { conditions: ['@telltale/source', 'module', 'browser'] },
    plugins,
  })
  return { text: [...first, ...later].join('\n'), first: first.join('\n'), later: later.join('\n'), modules }
}

test('validation is in a development build that asks for it', async () => {
  const { text, modules } = await bundleFor(true)
  expect(text).toContain('of which')
  expect(text).toContain('is nested, which')
  expect(text).toContain('It is not among the events')
  expect(modules.filter((id) => id.includes('/zod/'))).not.toEqual([])
})

test('validation is not in a production build, not a sentence of it, nor a schema library', async () => {
  const { text, modules } = await bundleFor(false)
  expect(modules.some((id) => id.includes('/src/layer/createTelltale.ts'))).toBe(true)
  expect(modules.filter((id) => /\/(validate|define|zod)[/.]|vendorLimits/.test(id))).toEqual([])
  const sentences = ['of which', 'is nested, which', 'It is not among', 'schema']
  expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([])
})

const withInspector = `
import { inspector } from 'telltale/inspector'
export const observers = import.meta.env.DEV ? [inspector()] : []
`

test('the panel of the inspector is loaded later in a development build, and nothing of it is in a production build', async () => {
  const { first, later } = await bundleFor(true, withInspector)
  expect(first).toContain('telltale-inspector')
  expect([first, later].map((text) => text.includes('Filter flags'))).toEqual([false, true])
  const { modules } = await bundleFor(false, withInspector)
  expect(modules.filter((id) => id.includes('/inspector'))).toEqual([])
})

test('the entries for production have no report on settings, and check at the start what a layer needs', async () => {
  const development = await bundleFor(false)
  const { text } = await bundleFor(false, code, [withoutReports()])
  const messages = ['(T42)', '(T169)', '(T22)', '(T23)']
  expect(messages.filter((message) => development.text.includes(message))).toEqual(messages)
  expect(messages.filter((message) => text.includes(message))).toEqual(['(T22)', '(T23)'])
})

test('what a page needs first has no database in it, and what it imports later has one', async () => {
  const { text, first } = await bundleFor(false)
  expect(text).toContain('indexedDB')
  expect(first).not.toContain('indexedDB')
})

/** Names that only the code for the events and for the stream of flags contains. */
const ACTIVITY = ['X-LaunchDarkly-Event-Schema', 'diagnostic-init', 'Invalid data in the stream']

const found = (/** @type {string} */ text) => ACTIVITY.filter((name) => text.includes(name))

test('what a page with flags needs first neither streams flags nor reports their use, and what it imports later does', async () => {
  const { first, later } = await bundleFor(false, "export { launchDarkly } from 'telltale/flags'")
  expect(found(first)).toEqual([])
  expect(found(later)).toEqual(ACTIVITY)
})

test('a flag client on its own imports nothing later, and has nothing of the layer in it', async () => {
  const { first, later, modules } = await bundleFor(false, "export { createFlagClient } from 'telltale/flags'")
  expect(found(first)).toEqual(ACTIVITY)
  expect(later).toBe('')
  expect(
    modules.filter((id) => /service\/launchDarkly\.ts|startFlags|lateFlagEvents|layerFlagEvents|shareStream/.test(id)),
  ).toEqual([])
})

/** What only the code for a visitor, for accounts and for traits contains. */
const IDENTITY = ['visitor-signs-in:', 'Visitor signed in', '(T170)', '(T171)']

test('a page that does not import visitors, accounts and traits has none of their code', async () => {
  const { text, modules } = await bundleFor(false)
  expect(IDENTITY.filter((name) => text.includes(name))).toEqual([])
  expect(modules.filter((id) => /(visitorPart|visitors|joinVisitor|readAccounts|readTraits)\.ts/.test(id))).toEqual([])
})

test('what joins a visitor to a person and what reads traits is loaded later, with what delivers events', async () => {
  const { first, later } = await bundleFor(
    false,
    `export { createTelltale } from 'telltale'
    export { accounts } from 'telltale/accounts'
    export { traits } from 'telltale/traits'
    export { visitor } from 'telltale/visitor'`,
  )
  const texts = [first, later].map((text) => IDENTITY.filter((name) => text.includes(name)))
  expect(texts).toEqual([
    ['visitor-signs-in:', '(T170)'],
    ['Visitor signed in', '(T171)'],
  ])
})
