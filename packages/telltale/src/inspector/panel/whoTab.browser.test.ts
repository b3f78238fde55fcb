import { afterEach, expect, it, vi } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { readableOf } from '../../core/lib/readable.ts'
import type { Inspected } from '../inspected.ts'
import { healthOf } from './health.ts'
import { whoTab } from './whoTab.ts'

afterEach(() => void vi.restoreAllMocks())

const SIGNED_OUT = { status: 'unknown', reason: 'signed-out', epoch: 'a' }

interface Asked {
  readonly askedAt?: number
  readonly failure?: string
}

function shown(
  events: readonly Partial<AnalyticsEvent>[] = [],
  who: object = SIGNED_OUT,
  { sure = who, askedAt = Date.now(), failure }: Asked & { readonly sure?: object } = {},
) {
  const identity = {
    current: readableOf(who),
    confirmed: readableOf(sure),
    failure: readableOf(failure),
    askedAt: () => askedAt,
  }
  const seen = {
    events: new Map(events.map((event, at) => [`${at}`, { at, event, deliveries: new Map() }])),
    problems: () =>
      failure ? [{ where: 'identity', message: failure, isError: true, since: 1, at: 1, times: 1 }] : [],
    attempts: new Map(),
  }
  const layer = { identity, flags: { status: readableOf('live') } }
  const { element, update } = whoTab.create({ layer, seen } as unknown as Inspected)
  update()
  return {
    element,
    health: healthOf({ layer, seen, overrides: { all: () => new Map() } } as unknown as Inspected, Date.now()),
    fact: (name: string) =>
      [...element.querySelectorAll('dt')].find((one) => one.textContent === name)?.nextElementSibling?.textContent,
  }
}

/** The tests of other files use the storages of the same origin. */
function holds(name: 'localStorage' | 'sessionStorage', entries: Readonly<Record<string, string>>) {
  const getItem = (key: string) => entries[key] ?? null
  const storage: Storage = Object.assign(Object.create({ getItem, setItem: () => {}, removeItem: () => {} }), entries)
  vi.spyOn(globalThis, name, 'get').mockReturnValue(storage)
}

it('it has the size of what the layer stores, by the beginning of its keys, and nothing of other keys', () => {
  holds('localStorage', {
    'telltale:identity': 'ä'.repeat(10),
    'telltale:event:1': 'x'.repeat(600),
    'telltale:event:2 ida@example.com': 'x'.repeat(600),
    foreign: 'x',
  })
  holds('sessionStorage', { 'telltale:overrides:Test': '{"a":1}' })
  const { element, fact } = shown()
  expect(fact('Who was signed in lastlocalStorage: identity')).toBe('37 B')
  expect(fact('Notes of the librarylocalStorage: event…')).toBe('2 entries, 1.2 kB')
  expect(fact('Overridden flagssessionStorage: overrides…')).toBe('30 B')
  expect(element.textContent).not.toMatch(/foreign|ida@example/)
})

it('it says in words that the browser blocks storage, or that it is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(shown().element.textContent).toContain('localStorage takes nothing: it is full, or the browser forbids it.')
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(shown().element.textContent).toContain('The browser blocks localStorage')
})

it('the databases of the layer are named, with what the origin uses', async () => {
  vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: 'telltale:events:Test@sandbox/' }, { name: 'other' }])
  // WebKitGTK does not say it.
  const isTold = 'storage' in navigator
  if (isTold) vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 2_400_000 })
  const { fact } = shown()
  await expect.poll(() => fact('The store of eventsIndexedDB: events:Test@sandbox/')).toBe('size unknown')
  expect(fact('All storage of the origin')).toBe(isTold ? '2.4 MB' : undefined)
  expect(fact('IndexedDB: other')).toBeUndefined()
})

it('the session and the consent are those of the latest event', () => {
  const session = { id: 'b7', startedAt: Date.now() - 120_000 }
  const { fact } = shown([{ moment: { session: { id: 'a1', startedAt: 0 } } }, { moment: { session, consent: 'all' } }])
  expect(fact('session')).toMatch(/^b7, since \d\d:\d\d, for 2 min$/)
  expect(fact('consent')).toBe('all')
  expect(shown([{ moment: {} }]).fact('session')).toBeUndefined()
})

const KNOWN = { status: 'known', epoch: 'a', name: 'Ida', person: { unique_identity: 'ida' } }
const RESOLVING = { status: 'resolving', epoch: 'a' }

it.each([
  [
    'nobody, after a failure',
    { ...SIGNED_OUT, reason: 'failed' },
    RESOLVING,
    'It is not known who is signed in: the question has failed.',
  ],
  ['nobody, confirmed', SIGNED_OUT, SIGNED_OUT, 'Nobody is signed in.'],
  [
    'a person of an earlier page',
    KNOWN,
    RESOLVING,
    'Ida is signed in. This is from an earlier page: it is being asked whether it still holds.',
  ],
  ['a person', KNOWN, KNOWN, 'Ida is signed in.'],
])('it says one thing of %s', (_who, current, confirmed, words) => {
  const { element } = shown([], current, { sure: confirmed })
  expect(element.querySelector('.said')?.textContent).toBe(words)
  expect(element.textContent).not.toContain('Nothing is known')
})

const answer = (who: object, asked: Parameters<typeof shown>[2] = {}) =>
  shown([], who, { askedAt: Date.now() - 125_000, ...asked }).element.querySelector('.answer')?.textContent

const ASKED = /^Asked at \d\d:\d\d:\d\d, 2 min ago\./
const HOLDS =
  'The answer holds until the next page, or until the application calls identify, identity.refresh or identity.reset: it does not expire, and no other tab ends it.'

it('it says when it was asked who is signed in, how long ago, and what ends the answer', () => {
  for (const who of [KNOWN, SIGNED_OUT]) {
    expect(answer(who)).toMatch(ASKED)
    expect(answer(who)).toContain(HOLDS)
  }
})

it.each([
  ['as long as there is no answer', KNOWN, { sure: RESOLVING }],
  [
    'while the question fails',
    { ...SIGNED_OUT, reason: 'failed' },
    { failure: 'who-am-i answered with status 503 (T49)' },
  ],
])('it says when it was asked, and not what ends an answer, %s', (_when, who, asked) => {
  expect(answer(who, asked)).toMatch(ASKED)
  expect(answer(who, asked)).not.toContain('holds')
})

it('a token that was refused is one statement, in the same words on Who and in the line at the top', () => {
  const words = 'who-am-i answered with status 401: sign in again, or check auth.token'
  const failure = `${words} (T139)`
  const { element, health } = shown([], { ...SIGNED_OUT, reason: 'refused' }, { failure })
  expect(element.querySelector('.said')?.textContent).toBe(`Nobody is signed in, because ${words} (T139).`)
  expect(element.textContent).not.toContain('Why')
  expect(health.words).toBe(`identity: T139, ${words}`)
})

it('an address without who-am-i is not a token that was refused', () => {
  const failure = 'who-am-i answered with status 404: check api and projects (T139)'
  const { element } = shown([], { ...SIGNED_OUT, reason: 'refused' }, { failure })
  expect(element.querySelector('.said')?.textContent).toBe(
    'Nobody is signed in, because who-am-i answered with status 404: check api and projects (T139).',
  )
})

it('secrets of the person and of accounts are not shown, at whatever depth they are', () => {
  const hidden = 'hidden-value'
  const who = {
    ...{ status: 'known', epoch: 'a', name: 'Ida', displayIdentity: 'Ida' },
    person: {
      unique_identity: 'ida',
      session_token: hidden,
      plan: { name: 'pro', api_key: hidden, parts: [{ password: hidden, size: 4 }] },
    },
    accounts: { company: { key: 'acme', billing: { secret: hidden, city: 'Bern' } } },
  }
  const { element, fact } = shown([], who)
  expect(element.textContent).not.toContain(hidden)
  expect([fact('plan'), fact('account: company')]).toEqual([
    expect.stringContaining('"size"'),
    expect.stringContaining('Bern'),
  ])
})
