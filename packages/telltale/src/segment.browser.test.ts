import { AnalyticsBrowser } from '@segment/analytics-next'
import { afterEach, expect, it, vi } from 'vitest'
import { accounts } from './accounts.ts'
import { createTelltale } from './index.ts'
import { pageViews } from './page-views.ts'
import { segment } from './segment.ts'
import { traits } from './traits.ts'

type Fields = Readonly<Record<string, unknown>>
type Call = Fields & { readonly type: string; readonly context: Fields; readonly properties?: Fields }

const TRAITS = { plan: 'gold' }
const COMPANY = { name: 'Acme', seats: 12 }
const ADDRESS = '/quotes/7?utm_source=mail&utm_campaign=spring'

const address = location.href
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', address)
})

/** The latest call of each type that the page has sent with this write key. */
function hearCalls(writeKey: string) {
  const calls = new Map<string, Call>()
  const addresses = new Set<string>()
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const text = typeof init?.body === 'string' ? init.body : ''
    if (!text.includes(`"writeKey":"${writeKey}"`)) return fetch(input, init)
    addresses.add(String(input))
    const { batch } = JSON.parse(text) as { batch: Call[] }
    for (const call of batch) if (call['event'] !== 'Load - Desk') calls.set(call.type, call)
    return Response.json({ success: true })
  })
  return { calls, addresses }
}

async function callsOfSegment(view?: string) {
  const { calls } = hearCalls('theirs')
  const settings = { apiKey: 'theirs', deliveryStrategy: { strategy: 'batching', config: { size: 1 } } }
  const analytics = AnalyticsBrowser.load({
    writeKey: 'theirs',
    cdnSettings: { integrations: { 'Segment.io': settings } },
  } as Parameters<typeof AnalyticsBrowser.load>[0])
  await analytics.identify('ida', TRAITS)
  await analytics.group('acme', COMPANY)
  await analytics.page(view)
  await analytics.track('Quote sent', { total: 3 })
  await expect.poll(() => [...calls.keys()].sort().join()).toBe('group,identify,page,track')
  vi.restoreAllMocks()
  return calls
}

async function callsOfTelltale(view?: string) {
  const { calls } = hearCalls('ours')
  const telltale = createTelltale({
    app: { name: 'Desk' },
    identity: {
      person: () => ({ unique_identity: 'ida' }),
      traits: traits(() => TRAITS),
      accounts: accounts(() => ({ organization: { key: 'acme', ...COMPANY } })),
    },
    events: { steps: view === undefined ? [pageViews()] : [] },
    destinations: [segment({ writeKey: 'ours' })],
  })
  if (view !== undefined) telltale.track('Page viewed', { name: view })
  telltale.track('Quote sent', { total: 3 })
  await telltale.flush()
  await expect.poll(() => [...calls.keys()].sort().join()).toBe('group,identify,page,track')
  telltale.close()
  return calls
}

/** What belongs to their library alone, and the group that we put into the context of each call. */
const ALONE = ['_metadata', 'integrations', 'writeKey', 'anonymousId', 'context.groupId']
/** What steps add to the properties. */
const OF_STEPS = ['screen_dimensions', 'pattern', 'utm_source', 'utm_campaign']
/** Different in each call, or in each library. */
const OF_EACH = ['messageId', 'timestamp', 'context.library', 'context.userAgentData']

/** Only `pageViews()` knows them. */
const OF_PAGE_VIEWS = ['title', 'referrer']
const ofNoStep = (name: string, value: unknown) => (OF_PAGE_VIEWS.includes(name) ? undefined : value)

const without = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** The fields of a call by path. The layer keeps no query of a referrer. */
function fieldsOf(call: Call | undefined): Fields {
  const {
    context = {},
    properties = {},
    ...rest
  } = JSON.parse(JSON.stringify(call).replace(/("referrer":"[^"?]*)[^"]*/g, '$1')) as Call
  const inContext = Object.entries(context).map(([name, value]) => [`context.${name}`, value])
  return { ...rest, properties: without(properties, OF_STEPS), ...Object.fromEntries(inContext) }
}

it.each<[type: string, view?: string]>([['identify'], ['group'], ['page'], ['page', 'Home'], ['track']])(
  '%s %s has the fields of Segment’s own library',
  async (type, view) => {
    history.replaceState(null, '', ADDRESS)
    const [theirs, ours] = [
      fieldsOf((await callsOfSegment(view)).get(type)),
      fieldsOf((await callsOfTelltale(view)).get(type)),
    ]
    const wanted: Fields = view === undefined ? theirs : JSON.parse(JSON.stringify(theirs), ofNoStep)
    expect(without(ours, [...OF_EACH, ...ALONE])).toEqual(without(wanted, [...OF_EACH, ...ALONE]))
    for (const name of ['messageId', 'timestamp']) expect(ours[name]).toEqual(expect.any(String))
    expect(Date.parse(String(ours['timestamp']))).toBeCloseTo(Date.parse(String(theirs['timestamp'])), -5)
    expect(Object.keys(ours['context.library'] as Fields)).toEqual(Object.keys(theirs['context.library'] as Fields))
  },
)
