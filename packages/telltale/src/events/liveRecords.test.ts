import { expect, test } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/listeners.ts'
import type { EventDraft } from '../core/model/event.ts'
import { PENDING } from '../core/ports/eventStore.ts'
import { createEarlyChanges, createLiveRecords } from './liveRecords.ts'
import { eventReports } from './reports.ts'
import type { QueuedRecord } from './storedRecord.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

const draft = (id: string): QueuedRecord => ({
  event: { id, name: 'Quote sent', at: 1, url: 'https://app.test/', epoch: 'e-1', properties: {} } as EventDraft,
  todo: [PENDING],
})

function setUp() {
  const platform = fakePlatform()
  const bus = createBus<Topics>()
  const early = createEarlyChanges({ ...platform, store: 'Desk', page: 'p-1' })
  const live = createLiveRecords(early, eventReports({ bus, platform }))
  const unwritten = () =>
    [...live.unwritten.keys()].flatMap((change) =>
      'record' in change ? `${change.type} ${change.record.event.id}` : [],
    )
  const stored = () => platform.storage.keys('unconfirmed:').length
  return { live, unwritten, stored }
}

test('each change waits for the outbox in order and in localStorage, and each event has one record', () => {
  const { live, unwritten, stored } = setUp()
  live.add(draft('1'))
  live.add(draft('2'))
  live.amend({ ...draft('1'), todo: ['collector'] })
  expect(stored()).toBe(3)
  expect(unwritten()).toEqual(['add 1', 'add 2', 'amend 1'])
  expect([...live.byId.values()].map(({ record }) => record.todo)).toEqual([['collector'], [PENDING]])
})

test('an event that no destination wants is not kept', () => {
  const { live, unwritten, stored } = setUp()
  live.add({ ...draft('1'), todo: [] })
  expect([stored(), live.byId.size, unwritten()]).toEqual([0, 0, []])
})

test('beyond ten thousand changes the oldest are given up, counted and removed from localStorage', () => {
  const { live, unwritten, stored } = setUp()
  for (let id = 1; id <= 10_001; id += 1) live.add(draft(String(id)))
  expect(live.givenUp()).toBe(1_000)
  expect([stored(), live.byId.size]).toEqual([9_001, 9_001])
  expect([unwritten()[0], unwritten().at(-1)]).toEqual(['add 1001', 'add 10001'])
})

test('an event whose addition is given up is counted once, although it was amended', () => {
  const { live } = setUp()
  live.add(draft('0'))
  live.amend(draft('0'))
  for (let id = 1; id <= 9_999; id += 1) live.add(draft(String(id)))
  expect(live.givenUp()).toBe(999)
  expect(live.byId.has('0')).toBe(false)
})

test('once the outbox listens, nothing is given up', () => {
  const { live } = setUp()
  let puts = 0
  live.onPut(() => void (puts += 1))
  for (let id = 1; id <= 10_001; id += 1) live.add(draft(String(id)))
  expect([puts, live.givenUp()]).toEqual([10_001, 0])
})
