import { afterEach, expect, it, vi } from 'vitest'
import { createBus } from '../../core/lib/listeners.ts'
import { readableOf } from '../../core/lib/readable.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { ObservedLayer, ObservedTopics } from '../../core/observer.ts'
import { watchLayer } from '../seen.ts'
import { shareEvents } from './shareEvents.ts'

const STORED = 'telltale:inspected:Test'
const ends: AbortController[] = []

afterEach(() => {
  ends.splice(0).forEach((end) => end.abort())
  vi.restoreAllMocks()
  sessionStorage.clear()
})

/** A page with an inspector. */
function page({ app = 'Test', isShared = true } = {}) {
  const bus = createBus<ObservedTopics>()
  const identity = { current: readableOf({}), confirmed: readableOf({}), failure: readableOf(undefined) }
  const layer = { app, on: bus.on, identity } as unknown as ObservedLayer
  const seen = watchLayer(layer)
  const end = new AbortController()
  ends.push(end)
  const share = () => shareEvents({ layer, seen, signal: end.signal })
  if (isShared) share()
  return {
    share,
    end,
    happen: (id: string) => bus.publish('progress', { id, step: 'happened', at: 100, name: `Event ${id}` }),
    complete: (event: object) => bus.publish('event', event as AnalyticsEvent),
    deliver(id: string, step: 'sent' | 'acknowledged' = 'acknowledged') {
      bus.publish('progress', { id, step, at: 200, destination: 'collector' })
    },
    refuse(id: string) {
      bus.publish('progress', { id, step: 'dropped', at: 200, destination: 'collector', reason: 'refused' })
    },
    answer: (answered: object) =>
      bus.publish('attempt', { destination: 'collector', at: 200, waiting: 0, ...answered } as never),
    stateOf: (id: string) => seen.events.get(id)?.deliveries.get('collector')?.step,
    ids: () => [...seen.events.keys()],
    seen,
  }
}

it('what another tab does with an event of this tab is heard, and nothing of its own events', async () => {
  const [one, other, foreign] = [page(), page(), page({ app: 'Another' })]
  one.happen('a')
  foreign.happen('a')
  other.happen('b')
  other.deliver('b')
  other.deliver('a', 'sent')
  other.deliver('a')
  await expect.poll(() => one.stateOf('a')).toBe('acknowledged')
  expect(one.seen.events.get('a')?.deliveries.get('collector')).toMatchObject({ sent: 1, at: 200, isElsewhere: true })
  expect([one.ids(), other.ids()]).toEqual([['a'], ['b']])
  expect(foreign.stateOf('a')).toBeUndefined()
})

it('a tab that comes later asks what the others have done', async () => {
  const other = page()
  other.deliver('a')
  await new Promise((resolve) => setTimeout(resolve))
  const one = page({ isShared: false })
  one.happen('a')
  one.share()
  await expect.poll(() => one.stateOf('a')).toBe('acknowledged')
})

it.each([
  '',
  '{',
  'null',
  '[null]',
  '[{"id":"a","step":"x","at":1,"destination":"collector"}]',
  '[{"id":"a","step":"sent","at":"1","destination":"collector"}]',
])('a message that is no list of steps is ignored: %s', async (message) => {
  const one = page()
  const other = page()
  one.happen('a')
  const foreign = new BroadcastChannel('telltale:inspector:Test')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  foreign.postMessage(message)
  foreign.close()
  other.deliver('b')
  one.happen('b')
  await expect.poll(() => one.stateOf('b')).toBe('acknowledged')
  expect(one.stateOf('a')).toBeUndefined()
})

it('events that wait are shown on the next page of the tab, without what is personal, and go on there', () => {
  const before = page()
  for (const id of ['a', 'b', 'c']) before.happen(id)
  before.complete({
    id: 'a',
    name: 'Event a',
    at: 100,
    properties: { email: 'ida@example.com' },
    identity: { id: 'ida' },
  })
  before.deliver('a', 'sent')
  before.deliver('b')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(sessionStorage.getItem(STORED)).not.toMatch(/ida/)
  before.end.abort()

  const next = page({ isShared: false })
  // Before the code for it is loaded.
  next.deliver('a')
  next.share()
  expect(next.ids()).toEqual(['a', 'c'])
  expect(next.seen.events.get('a')).toMatchObject({ name: 'Event a', at: 100, isEarlier: true })
  expect([next.stateOf('a'), next.stateOf('c')]).toEqual(['acknowledged', undefined])
  next.deliver('c')
  expect(next.stateOf('c')).toBe('acknowledged')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(sessionStorage.getItem(STORED)).toBeNull()
})

it('what destinations have said of the events of the page is known on the next one: what was refused, and the last answer', () => {
  const before = page()
  before.happen('a')
  before.refuse('a')
  before.answer({ outcome: 'refused', reason: 'status 400', failures: 0 })
  dispatchEvent(new PageTransitionEvent('pagehide'))
  before.end.abort()

  const next = page()
  expect(next.seen.events.get('a')).toMatchObject({ name: 'Event a', isEarlier: true })
  expect(next.seen.events.get('a')?.deliveries.get('collector')).toMatchObject({ step: 'dropped', reason: 'refused' })
  const known = { outcome: 'refused', reason: 'status 400', isEarlier: true }
  expect(next.seen.attempts.get('collector')).toMatchObject(known)
  next.answer({ outcome: 'delivered', failures: 0 })
  expect(next.seen.attempts.get('collector')).not.toHaveProperty('isEarlier')
  expect(next.seen.attempts.get('collector')).toMatchObject({ outcome: 'delivered' })
})

it.each([
  'null',
  '{}',
  '{"events":[null],"answers":[null,{"destination":7}]}',
  '{"events":7,"answers":{}}',
  '[null,{"id":"a"}]',
  '{"events":[{"id":"a","name":"A","at":1,"deliveries":[["x"]]}]}',
])('what is no list of events in its place is ignored: %s', (text) => {
  sessionStorage.setItem(STORED, text)
  expect(page().ids()).toEqual([])
})

it('where the browser has neither storage nor channels, the events of the page are followed', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(function refuse() {
    throw new DOMException('blocked', 'SecurityError')
  })
  const one = page()
  one.happen('a')
  one.deliver('a')
  one.deliver('b')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect([one.ids(), one.stateOf('a')]).toEqual([['a'], 'acknowledged'])
})

it('after its end, nothing is told, heard or stored', async () => {
  const [one, other, third] = [page(), page(), page()]
  for (const each of [one, third]) each.happen('a')
  one.end.abort()
  other.deliver('a')
  await expect.poll(() => third.stateOf('a')).toBe('acknowledged')
  expect(one.stateOf('a')).toBeUndefined()
  third.end.abort()
  one.deliver('z')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(sessionStorage.getItem(STORED)).toBeNull()
})
