import { expect, test } from 'vitest'
import type { Topics } from '../../core/host.ts'
import { createBus } from '../../core/lib/listeners.ts'
import type { EventDraft } from '../../core/model/event.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import { createInMemoryRecords } from './inMemoryRecords.ts'
import { createOwnCopies } from './ownCopies.ts'
import { eventReports } from '../reports/eventReports.ts'
import type { QueuedRecord } from './storedRecord.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'

const draft = (id: string): QueuedRecord => ({
  event: { id, name: 'Quote sent', at: 1, url: 'https://app.test/', epoch: 'e-1', properties: {} } as EventDraft,
  todo: [PENDING],
})

function setUp(maxChanges?: number) {
  const platform = fakePlatform()
  const bus = createBus<Topics>()
  const ownCopies = createOwnCopies({ ...platform, store: 'Desk', page: 'p-1' })
  const inMemory = createInMemoryRecords(ownCopies, eventReports({ bus, platform }), maxChanges)
  const unwritten = () =>
    [...inMemory.unwritten.keys()].flatMap((change) =>
      'record' in change ? `${change.type} ${change.record.event.id}` : [],
    )
  const stored = () => platform.storage.keys('unwritten:').length
  return { inMemory, unwritten, stored }
}

test('each change waits for the outbox in order and in localStorage, and each event has one record', () => {
  const { inMemory, unwritten, stored } = setUp()
  inMemory.add(draft('1'))
  inMemory.add(draft('2'))
  inMemory.amend({ ...draft('1'), todo: ['collector'] })
  expect(stored()).toBe(3)
  expect(unwritten()).toEqual(['add 1', 'add 2', 'amend 1'])
  expect([...inMemory.byId.values()].map(({ record }) => record.todo)).toEqual([['collector'], [PENDING]])
})

test('an event that no destination wants is not kept', () => {
  const { inMemory, unwritten, stored } = setUp()
  inMemory.add({ ...draft('1'), todo: [] })
  expect([stored(), inMemory.byId.size, unwritten()]).toEqual([0, 0, []])
})

test('beyond a limit the oldest tenth of the changes is given up, counted and removed from localStorage', () => {
  const { inMemory, unwritten, stored } = setUp(100)
  for (let id = 1; id <= 101; id += 1) inMemory.add(draft(String(id)))
  expect(inMemory.givenUp.length).toBe(10)
  expect(inMemory.givenUp[0]).toEqual({ page: draft('1').event.page, n: draft('1').event.n })
  expect([stored(), inMemory.byId.size]).toEqual([91, 91])
  expect([unwritten()[0], unwritten().at(-1)]).toEqual(['add 11', 'add 101'])
})

test('the limit is ten thousand changes', () => {
  const { inMemory } = setUp()
  for (let id = 1; id <= 10_000; id += 1) inMemory.amend(draft('1'))
  expect(inMemory.givenUp.length).toBe(0)
  inMemory.amend(draft('1'))
  expect(inMemory.givenUp.length).toBe(1)
})

test('an event whose addition is given up is counted once, although it was amended', () => {
  const { inMemory } = setUp(100)
  inMemory.add(draft('0'))
  inMemory.amend(draft('0'))
  for (let id = 1; id <= 99; id += 1) inMemory.add(draft(String(id)))
  expect(inMemory.givenUp.length).toBe(9)
  expect(inMemory.byId.has('0')).toBe(false)
})

test('once the outbox listens, nothing is given up', () => {
  const { inMemory } = setUp(100)
  let puts = 0
  inMemory.onPut(() => void (puts += 1))
  for (let id = 1; id <= 101; id += 1) inMemory.add(draft(String(id)))
  expect([puts, inMemory.givenUp.length]).toEqual([101, 0])
})
