import { afterEach, expect, it, vi } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { readableOf } from '../../core/lib/readable.ts'
import type { Inspected } from '../inspected.ts'
import { whoTab } from './whoTab.ts'

afterEach(() => void vi.restoreAllMocks())

const SIGNED_OUT = { status: 'unknown', reason: 'signed-out', epoch: 'a' }

function shown(events: readonly Partial<AnalyticsEvent>[] = [], who: object = SIGNED_OUT, sure: object = who) {
  const identity = { current: readableOf(who), confirmed: readableOf(sure), failure: readableOf(undefined) }
  const seen = {
    events: new Map(events.map((event, at) => [`${at}`, { at, event, deliveries: new Map() }])),
    problems: () => [],
    attempts: new Map(),
  }
  const layer = { identity }
  const { element, update } = whoTab.create({ layer, seen } as unknown as Inspected)
  update()
  return {
    element,
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
    other: 'x',
  })
  holds('sessionStorage', { 'telltale:overrides:Test': '{"a":1}' })
  const { element, fact } = shown()
  expect(fact('Who was signed in lastlocalStorage: identity')).toBe('37 B')
  expect(fact('Notes of the librarylocalStorage: event…')).toBe('2 entries, 1.2 kB')
  expect(fact('Overridden flagssessionStorage: overrides…')).toBe('30 B')
  expect(element.textContent).not.toMatch(/other|ida@example/)
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
  expect(fact('session')).toMatch(/^b7, since \d\d:\d\d:\d\d\.\d\d\d \(2 min\)$/)
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
  const { element } = shown([], current, confirmed)
  expect(element.querySelector('.said')?.textContent).toBe(words)
  expect(element.textContent).not.toContain('Nothing is known')
})
