import { expect, test } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/listeners.ts'
import type { EventDraft } from '../core/model/event.ts'
import { HOLD } from '../core/ports/eventStore.ts'
import { createEarlyChanges, createEarlyRecords } from './earlyChanges.ts'
import { eventReports } from './reports.ts'
import type { QueuedRecord } from './storedRecord.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

const draft = (id: string): QueuedRecord => ({
  event: { id, name: 'Quote sent', at: 1, url: 'https://app.test/', epoch: 'e-1', properties: {} } as EventDraft,
  todo: [HOLD],
})

function setUp() {
  const platform = fakePlatform()
  const bus = createBus<Topics>()
  const drops: Topics['drop'][] = []
  bus.on('drop', (drop) => drops.push(drop))
  const reports = eventReports({ bus, platform })
  const records = createEarlyRecords(createEarlyChanges({ ...platform, appName: 'Desk', page: 'p-1' }), reports)
  const passed: string[] = []
  const outbox = { put: (type: string, { event }: QueuedRecord) => void passed.push(`${type} ${event.id}`) }
  const stored = () => platform.storage.keys('unconfirmed:').length
  return { records, outbox, passed, stored, drops }
}

test('records wait in localStorage, and go to the outbox in order once it is there', () => {
  const { records, outbox, passed, stored } = setUp()
  records.put('add', draft('1'))
  records.put('add', draft('2'))
  records.put('amend', draft('1'))
  expect(stored()).toBe(3)
  records.passTo(outbox)
  records.put('add', draft('3'))
  expect(passed).toEqual(['add 1', 'add 2', 'amend 1', 'add 3'])
})

test('an event that no destination wants is not stored', () => {
  const { records, outbox, passed, stored } = setUp()
  records.put('add', { ...draft('1'), todo: [] })
  expect(stored()).toBe(0)
  records.passTo(outbox)
  records.put('add', { ...draft('2'), todo: [] })
  expect(passed).toEqual([])
})

test('beyond ten thousand records the oldest are given up, counted and removed from localStorage', () => {
  const { records, outbox, passed, stored, drops } = setUp()
  for (let id = 1; id <= 10_001; id += 1) records.put('add', draft(String(id)))
  expect(drops).toEqual([{ where: 'outbox', reason: 'over-budget', count: 1_000 }])
  expect(stored()).toBe(9_001)
  records.passTo(outbox)
  expect(passed[0]).toBe('add 1001')
  expect(passed.at(-1)).toBe('add 10001')
})
