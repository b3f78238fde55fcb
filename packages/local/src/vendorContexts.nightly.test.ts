import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from './testing/bundle.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { FIRST_KEY, VENDOR_CONTEXTS } from './testing/vendorContexts.ts'
import type { How, Sdk, VendorContextsPage } from './testing/vendorContextsPage.suite.ts'

let browser: Browser
let host: ServedPage
let opened: TestPage
/** The context of the latest request for flags, by the environment. */
const polled = new Map<string, unknown>()
/** The events, by the environment. */
const posted = new Map<string, FlagEvent[]>()

interface FlagEvent {
  readonly kind: string
  readonly context: object
}

/** Answers requests for flags and for events. With the page's own origin, the browser need not ask whether it may send them. */
const answer: RequestListener = async (request, response) => {
  const [, environment = '', context] = /(?:evalx|bulk)\/([^/]*)(?:\/contexts\/([^?]*))?/.exec(request.url ?? '') ?? []
  if (context) polled.set(environment, JSON.parse(Buffer.from(context, 'base64url').toString()))
  if (request.method === 'POST') {
    posted.set(environment, [...(posted.get(environment) ?? []), ...((await json(request)) as FlagEvent[])])
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ flag: { value: 1, version: 1, trackEvents: true } }))
}

beforeAll(async () => {
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'vendorContextsPage.suite.ts')), answer)
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
  await opened.renew()
})
afterAll(async () => {
  await browser.close()
  await host.close()
})

/** What an SDK makes of each context. */
async function ask(sdk: Sdk, how: How): Promise<Outcome[]> {
  const started = await opened.page.evaluate(
    ([name, way, at]) => (globalThis as unknown as VendorContextsPage).startAll(name, way, at),
    [sdk, how, host.url] as const,
  )
  return started.map(({ shown, ...outcome }, index) => {
    const environment = `${sdk.replace(' ', '-')}-${how}-${index}`
    const contextsIn = (kind: string) =>
      (posted.get(environment) ?? []).filter((event) => event.kind === kind).map(({ context }) => context)
    return comparable({
      ...outcome,
      sent: polled.get(environment),
      shown: JSON.parse(shown ?? 'null'),
      identified: contextsIn('identify').at(-1),
      evaluated: contextsIn('feature').at(-1),
    })
  })
}

interface Outcome {
  readonly isReady: boolean
  readonly hasThrown: boolean
  /** The context in the request for flags. */
  readonly sent: unknown
  /** What `getContext` returned. */
  readonly shown: unknown
  /** The context in the event of the identification, and in that of the evaluation of a flag. */
  readonly identified: unknown
  readonly evaluated: unknown
}

/**
 * Generated keys differ from client to client, and the order of redacted attributes has no meaning. The v3 SDK writes references in place
 * of names; the service reads both as the same attribute. A client that has not got another context still has its first one.
 */
function comparable(outcome: Outcome): Outcome {
  const read = (name: string, value: unknown) => {
    if (name === 'redactedAttributes') return (value as string[]).map((path) => path.replace(/^\/(?!~1)/, '')).sort()
    if (typeof value === 'string') return value.replace(/^\w{8}-\w{4}-\w{4}-\w{4}-\w{12}$/, '(generated)')
    return (value as { key?: unknown } | null)?.key === FIRST_KEY ? null : value
  }
  return JSON.parse(
    JSON.stringify(outcome, (_name, value) => value ?? null),
    read,
  )
}

const REFUSED = { isReady: false, sent: null, shown: null, identified: null, evaluated: null }

/** A context that only ours accepts, or with which the SDK's events fail. */
const accepted = (sent: object, shown: object, event: object) => ({
  isReady: true,
  sent,
  shown,
  identified: event,
  evaluated: event,
})
const events = (context: object) => ({ identified: context, evaluated: context })

const WITHOUT_NAME = { kind: 'user', key: 'a', _meta: { redactedAttributes: ['name'] } }
const WITHOUT_TWO = { kind: 'user', key: 'a', _meta: { redactedAttributes: ['5', 'name'] } }
const WITHOUT_FIVE = { kind: 'org', key: 'a', _meta: { redactedAttributes: ['5'] } }
const WITHOUT_PLAN = { kind: 'org', key: 'a', _meta: { redactedAttributes: ['plan'] } }
const NAMED_FIVE = { kind: 'org', key: 'a', 5: 'five', _meta: { privateAttributes: ['5'] } }
const NAMED_PLAN = { kind: 'org', key: 'a', plan: 'gold', _meta: { privateAttributes: ['plan'] } }
const USER_OF_TEXT = { key: 'a', name: 'Ann', privateAttributeNames: ['name'] }
const USER_OF_NUMBER = { key: 'a', name: 'Ann', custom: { 5: 'five' }, privateAttributeNames: ['5', 'name'] }
const USER_OF_NULL = { key: 'a', name: null }
const ONE_KIND = { kind: 'org', key: 'b', name: 'B' }

type Different = Readonly<Record<string, Partial<Outcome>>>

/** What differs in ours, for the reasons in docs/src/content/docs/guides/launchdarkly-js-3.md and launchdarkly-js-4.md. */
const DIFFERENT: Readonly<Record<'v3' | 'v4', Different>> = {
  v3: {
    'a user with null as name': { shown: USER_OF_NULL, ...events({ kind: 'user', key: 'a' }) },
    'a user with NaN as name': { shown: USER_OF_NULL, ...events({ kind: 'user', key: 'a' }) },
    'a user with null as kind': accepted({ key: 'a' }, { kind: null, key: 'a' }, { kind: 'user', key: 'a' }),
    'a user who is anonymous, with attributes': {
      evaluated: { kind: 'user', key: 'a', anonymous: true, _meta: { redactedAttributes: ['name', 'plan'] } },
    },
    'a context that is anonymous, with attributes': { evaluated: { ...WITHOUT_PLAN, anonymous: true } },
    'a user with a text as private attributes': accepted(USER_OF_TEXT, USER_OF_TEXT, WITHOUT_NAME),
    'a user with a number among private attributes': accepted(USER_OF_NUMBER, USER_OF_NUMBER, WITHOUT_TWO),
    'a context with a number among private attributes': accepted(NAMED_FIVE, NAMED_FIVE, WITHOUT_FIVE),
    'a context with a text as private attributes': { sent: NAMED_PLAN, shown: NAMED_PLAN, ...events(WITHOUT_PLAN) },
    'a context with null as _meta': events({ kind: 'org', key: 'a' }),
    'a context of several kinds with one kind': { sent: ONE_KIND, ...events(ONE_KIND) },
    'a context of several kinds with no kind': REFUSED,
    'a context of several kinds with a kind "multi"': REFUSED,
  },
  v4: {
    'a user with a text as private attributes': accepted(
      { kind: 'user', key: 'a', name: 'Ann', _meta: { privateAttributes: ['name'] } },
      USER_OF_TEXT,
      WITHOUT_NAME,
    ),
    'a user with a number among private attributes': accepted(
      { kind: 'user', key: 'a', name: 'Ann', 5: 'five', _meta: { privateAttributes: ['5', 'name'] } },
      USER_OF_NUMBER,
      WITHOUT_TWO,
    ),
    'a context with a number among private attributes': accepted(NAMED_FIVE, NAMED_FIVE, WITHOUT_FIVE),
    'a context with a text as private attributes': accepted(NAMED_PLAN, NAMED_PLAN, WITHOUT_PLAN),
    'a context with 0 as anonymous': events({ kind: 'org', key: 'a', anonymous: false }),
    'a context with null as anonymous': events({ kind: 'org', key: 'a', anonymous: false }),
    'a context with 1 as anonymous': events({ kind: 'org', key: 'a', anonymous: true }),
    'a context with a text as anonymous': events({ kind: 'org', key: 'a', anonymous: true }),
    'a context with 1 as anonymous, without a key': events({ kind: 'org', key: '(generated)', anonymous: true }),
    'a context of several kinds of which one has 1 as anonymous': events({
      kind: 'multi',
      user: { key: 'a', anonymous: true },
      org: { key: 'b' },
    }),
    'a context with null as _meta': events({ kind: 'org', key: 'a' }),
    'a context of several kinds with a kind "multi"': REFUSED,
  },
}

/** What also differs when a client starts with the context, or gets it from `identify`. */
const DIFFERENT_IF: Readonly<Record<string, Different>> = {
  'v3 start': {
    'a user with null as name': { sent: USER_OF_NULL },
    'a user with NaN as name': { sent: USER_OF_NULL },
  },
  // The v3 SDK converts attributes of the first user alone.
  'v3 identify': {
    'a user with a number as name': { sent: { key: 'a', name: '5' } },
    'a user with a boolean as name': { sent: { key: 'a', name: 'false' } },
    'a user with numbers for all texts': {
      sent: {
        key: '1',
        name: '2',
        firstName: '3',
        lastName: '4',
        email: '5',
        avatar: '6',
        ip: '7',
        country: '8',
      },
    },
    'a user with a list as email': { sent: { key: 'a', email: 'x@example.com,y@example.com' } },
    'a user with an object as country': { sent: { key: 'a', country: '[object Object]' } },
  },
}

describe.each(['v3', 'v4'] as const)('with a context that the vendor’s %s SDK is given, ours', (sdk) => {
  it.each(['start', 'identify'] as const)(
    'does the same, and says the same in requests and events: %s',
    async (how) => {
      expect(VENDOR_CONTEXTS.length).toBeGreaterThan(130)
      const [theirs, ours] = [await ask(sdk, how), await ask(`our ${sdk}`, how)]
      const different = VENDOR_CONTEXTS.map(
        ({ title }, index) => [title, differences(ours[index], theirs[index])] as const,
      )
      const found = Object.fromEntries(different.filter(([, fields]) => Object.keys(fields)[0]))
      expect(found).toEqual(merged(DIFFERENT[sdk], DIFFERENT_IF[`${sdk} ${how}`] ?? {}))
      // The v3 SDK throws errors into the page where a context is not JSON, or when its events fail.
      expect(ours.filter(({ hasThrown }) => hasThrown)).toEqual([])
    },
  )
})

function differences(our: Outcome | undefined, their: Outcome | undefined): Partial<Outcome> {
  const fields = ['isReady', 'sent', 'shown', 'identified', 'evaluated'] as const
  return Object.fromEntries(
    fields.filter((name) => !isDeepStrictEqual(our?.[name], their?.[name])).map((name) => [name, our?.[name]]),
  )
}

const merged = (...all: readonly Different[]) =>
  all
    .flatMap(Object.entries)
    .reduce<Record<string, Partial<Outcome>>>(
      (found, [title, fields]) => ({ ...found, [title]: { ...found[title], ...fields } }),
      {},
    )
