import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Attempt, Progress } from '../../core/model/diagnostics.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeObservedLayer } from '../../testing/fakeObservedLayer.ts'
import type { Inspected } from '../inspected.ts'
import { watchLayer } from '../seen.ts'
import { destinationsTab } from './destinationsTab.ts'
import { eventsTab } from './eventsTab.ts'
import type { Override } from '../overrides.ts'
import { healthOf } from './health.ts'
import { problemsTab } from './problemsTab.ts'
import { flagsTab } from './flagsTab.ts'
import type { Tab } from './tab.ts'
import { whoTab } from './whoTab.ts'

// What the header, Events, Destinations and Problems say of the same events.

const NOW = Date.UTC(2026, 5, 1, 12)
const RESOLVED = { status: 'unknown', reason: 'signed-out', epoch: 'e-1' } as const

beforeEach(() => vi.spyOn(Date, 'now').mockImplementation(() => NOW))
afterEach(() => vi.restoreAllMocks())

/** A layer with a collector, and what the panel shows of it. */
function inspect(destinations: readonly string[] = ['collector']) {
  const fake = fakeObservedLayer({ destinations })
  const seen = watchLayer(fake.layer)
  const overridden = new Map<string, Override>()
  const overrides = { all: () => overridden, isStored: () => true }
  const inspected = { layer: fake.layer, seen, overrides, docs: undefined } as unknown as Inspected
  const of = (tab: Tab) => {
    const { element, update } = tab.create(inspected)
    update()
    return element
  }
  const progress = (step: Progress['step'], id: string, more: Partial<Progress> = {}) =>
    fake.publish('progress', { id, step, at: NOW - 60_000, ...(step === 'happened' && { name: id }), ...more })
  return {
    ...fake,
    seen,
    overridden,
    progress,
    complete(id: string, identity: AnalyticsEvent['identity'] = { id: 'ida' }) {
      progress('happened', id)
      progress('completed', id, { destinations })
      const event = { id, name: id, at: NOW - 60_000, url: '', properties: {}, epoch: 'e-1', identity, page: 'p', n: 1 }
      fake.publish('event', event as AnalyticsEvent)
    },
    attempt: (more: Partial<Attempt>) =>
      fake.publish('attempt', { destination: 'collector', at: NOW - 1_000, failures: 0, waiting: 0, ...more }),
    header: () => healthOf(inspected, NOW),
    textOf: (tab: Tab) => of(tab).textContent,
    stateOf: (tab: Tab) => of(tab).querySelector<HTMLElement>('.state'),
    details() {
      const element = of(eventsTab)
      element.querySelector('button')?.click()
      return element.querySelector('.details')
    },
  }
}

it('what was passed on to the script of a vendor is not called delivered', () => {
  const page = inspect(['heap'])
  page.complete('Opened')
  page.progress('sent', 'Opened', { destination: 'heap' })
  page.progress('acknowledged', 'Opened', { destination: 'heap', isUnconfirmed: true })
  page.attempt({ destination: 'heap', outcome: 'delivered' })
  expect(page.stateOf(eventsTab)?.textContent).toBe('passed on to heap')
  expect(page.stateOf(destinationsTab)?.textContent).toBe('its script is called')
  expect(page.textOf(destinationsTab)).toContain('One of the latest events was passed on to its script')
  expect(page.details()?.textContent).toContain('heap: passed on to its script')
  for (const text of [page.textOf(eventsTab), page.textOf(destinationsTab), page.details()?.textContent ?? ''])
    expect(text).not.toMatch(/delivered|takes events/)
})

it('the header, Events and Destinations have the same number of events that wait for the user', () => {
  const page = inspect(['collector', 'own'])
  for (const id of ['a', 'b', 'c']) page.progress('happened', id)
  for (const id of ['d', 'e'])
    page.seen.events.set(id, { id, name: id, at: NOW - 90_000, deliveries: new Map(), isEarlier: true })
  expect(page.header().words).toContain('5 events wait for the user')
  expect(page.textOf(eventsTab).match(/waits for the user/g)).toHaveLength(5)
  expect(page.textOf(destinationsTab).match(/5 events wait for the user/g)).toHaveLength(2)
  page.confirmed.set(RESOLVED)
  expect(page.header().words).toContain('5 events wait for the flags')
})

it('events that were refused have one word everywhere, and are listed with the way to send them again', () => {
  const page = inspect()
  for (const id of ['Opened', 'Closed']) {
    page.complete(id)
    page.progress('sent', id, { destination: 'collector' })
    page.progress('dropped', id, { destination: 'collector', reason: 'refused' })
  }
  expect(page.stateOf(eventsTab)?.textContent).toBe('refused by collector')
  expect(page.details()?.textContent).toContain('collector: refused')
  expect(page.details()?.textContent).not.toContain('dropped')
  const text = page.textOf(destinationsTab)
  expect(text).toContain('2 of the latest events were refused. They are kept in the browser: telltale.refused.retry()')
  for (const name of ['Opened', 'Closed']) expect(text).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d\\.\\d{3} ${name}`))
})

it('events that went without a user because who-am-i fails are no success', () => {
  const page = inspect()
  page.confirmed.set({ status: 'unknown', reason: 'failed', epoch: 'e-1' })
  for (const id of ['a', 'b']) {
    page.complete(id, {})
    page.progress('sent', id, { destination: 'collector' })
    page.progress('acknowledged', id, { destination: 'collector' })
  }
  expect(page.stateOf(eventsTab)?.textContent).toBe('delivered to collector, without a user')
  expect(page.stateOf(eventsTab)?.dataset['tone']).toBe('')
  expect(page.header()).toMatchObject({ tone: 'waiting', words: expect.stringContaining('sent without a user: 2') })
  page.confirmed.set(RESOLVED)
  expect(page.stateOf(eventsTab)?.textContent).toBe('delivered to collector')
  expect(page.header().words).not.toContain('without a user')
})

it('the details say that a destination has not taken an event, why, and when it is tried again, before the properties', () => {
  const page = inspect()
  page.complete('Opened')
  for (let times = 0; times < 4; times += 1) page.progress('sent', 'Opened', { destination: 'collector' })
  page.attempt({ outcome: 'retry', reason: 'status 200 with a page', failures: 4, nextAt: NOW + 23_000 })
  const details = page.details()?.textContent ?? ''
  expect(details).toMatch(/collector: not taken: status 200 with a page, 4 attempts, next at \d\d:00:23/)
  expect(details).not.toContain('sent 4 times')
  expect(details.indexOf('Steps')).toBeLessThan(details.indexOf('Properties'))
  expect(details.indexOf('Destinations')).toBeLessThan(details.indexOf('Steps'))
})

it('an event of the page before has kept its properties, which are not shown', () => {
  const page = inspect()
  page.seen.events.set('a', { id: 'a', name: 'a', at: NOW, deliveries: new Map(), isEarlier: true })
  expect(page.details()?.textContent).toContain('They are stored with the event, and not shown here')
})

it('a destination with a request without an answer for more than five seconds is a problem until it has answered', () => {
  const page = inspect()
  page.complete('Opened')
  page.progress('sent', 'Opened', { destination: 'collector', at: NOW - 4_000 })
  expect(page.header().title).not.toBe('Warning')
  page.progress('sent', 'Opened', { destination: 'collector', at: NOW - 6_000 })
  expect(page.header()).toMatchObject({
    title: 'Warning',
    words: expect.stringMatching(/collector: no answer for more than 5 s/),
  })
  expect(page.textOf(problemsTab)).toContain('no answer for more than 5 s')
  page.attempt({ outcome: 'retry', failures: 1 })
  expect(page.textOf(problemsTab)).toContain('Nothing has been reported')
})

it('a destination that does not answer is not said to take events, and an answer that took long is told', () => {
  const page = inspect()
  page.complete('Opened')
  page.progress('sent', 'Opened', { destination: 'collector', at: NOW - 26_000 })
  page.attempt({ outcome: 'delivered', failures: 0, at: NOW - 60_000 })
  expect(page.textOf(destinationsTab)).toContain('does not answer')
  expect(page.textOf(destinationsTab)).not.toContain('takes events')

  page.progress('acknowledged', 'Opened', { destination: 'collector', at: NOW - 1_000 })
  page.attempt({ outcome: 'delivered', failures: 0 })
  expect(page.header()).toMatchObject({ title: 'Note', words: 'collector has taken 25 s to answer' })
  expect(page.textOf(destinationsTab)).toContain('takes events')
  expect(page.textOf(destinationsTab)).toContain('It has taken 25 s to answer.')

  page.complete('Closed')
  page.progress('sent', 'Closed', { destination: 'collector', at: NOW - 900 })
  page.progress('acknowledged', 'Closed', { destination: 'collector', at: NOW - 800 })
  expect(page.header().title).toBe('All is well')
})

it('an event that another tab has sent is not said to wait for an answer', () => {
  const page = inspect()
  page.complete('Opened')
  page.progress('sent', 'Opened', { destination: 'collector', at: NOW - 20_000 })
  expect(page.textOf(problemsTab)).toContain('no answer')
  const delivery = page.seen.events.get('Opened')?.deliveries.get('collector')
  if (delivery) delivery.isElsewhere = true
  expect(page.textOf(problemsTab)).toContain('Nothing has been reported')
})

it('a destination that has failed several times says since when, in the words of the header', () => {
  const page = inspect()
  page.attempt({ outcome: 'retry', failures: 1, at: NOW - 30_000 })
  page.attempt({ outcome: 'retry', failures: 2, at: NOW - 1_000 })
  expect(page.textOf(problemsTab)).toMatch(/2 times, from \d\d:59:30\.000 to \d\d:59:59\.000/)
  expect(page.textOf(problemsTab)).toContain(page.header().words.replace('collector: ', ''))
})

it('the header begins with the fate of the events', () => {
  const page = inspect()
  page.progress('happened', 'a')
  page.publish('problem', { where: 'track', message: 'Something is odd. (T40)', isError: true })
  expect(page.header().words).toMatch(/^One event waits for the user.*track: T40/)
})

it.each([
  ['T188', 'IndexedDB cannot be used: events are kept in localStorage.'],
  ['T65', 'Neither IndexedDB nor localStorage can be used: events are kept in memory.'],
])('Who says where events are kept while %s is a problem', (code, words) => {
  const page = inspect()
  expect(page.textOf(whoTab)).not.toContain(words)
  const end = new AbortController()
  page.publish('problem', { where: 'outbox', message: `odd (${code})`, until: end.signal })
  expect(page.textOf(whoTab)).toContain(`The store of events${words}`)
  end.abort()
  expect(page.textOf(whoTab)).not.toContain(words)
})

it('Flags says that only the stream brings them while requests for them fail', () => {
  const page = inspect()
  page.status.set('live')
  page.publish('problem', { where: 'flags', message: 'Environment not found. Check the client-side ID. (T86)' })
  expect(page.textOf(flagsTab)).toContain('Requests for them fail: they come by the stream only. See Problems.')
})

it('events that a step drops, and flags that are overridden, are not "All is well"', () => {
  const page = inspect()
  for (const id of ['Opened', 'Closed', 'Sent']) {
    page.complete(id)
    page.progress('sent', id, { destination: 'collector' })
    page.progress('acknowledged', id, { destination: 'collector' })
  }
  expect(page.header()).toMatchObject({ tone: 'good', title: 'All is well' })
  page.progress('happened', 'Hidden')
  page.progress('dropped', 'Hidden', { destination: 'redact', reason: 'filtered' })
  expect(page.header()).toMatchObject({ title: 'Note', words: '1 of 4 dropped by redact', tab: 'Events' })
  expect(page.textOf(eventsTab)).toContain('dropped by redact')
  page.overridden.set('new-pricing', { value: true, scope: 'all-tabs' })
  expect(page.header().words).toBe('1 of 4 dropped by redact · 1 flag is overridden')
})

it('a destination says where it posts events, also while it is well', () => {
  const page = inspect()
  page.attempt({ outcome: 'delivered', address: 'https://events.example.com/collect' })
  expect(page.textOf(destinationsTab)).toContain(
    'It is at https://events.example.com/collect. It has none of the latest events.',
  )
})
