import { expect, onTestFinished, test, vi } from 'vitest'
import { changeSqliteRetention, openSqlite, sqliteStore } from '../sqlite.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'

import { bytesIn } from './limits.ts'

const { path } = sqliteForTests()
const DAY = 86_400_000
const OLD = Date.now() - 60 * DAY

const consent = (happenedAt = OLD) =>
  eventWith({ happenedAt, person: 'ada', name: 'Consent changed', body: '{"kind":"consent"}' })
const consents = (count: number) => Array.from({ length: count }, () => consent())
const bytesOf = (file: string) => {
  const db = openSqlite(file)
  try {
    return bytesIn(db)
  } finally {
    db.close()
  }
}
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

test.each([
  ['arrived in the order in which they are stored', false],
  ['were copied from another store', true],
])('events are deleted that stand behind thousands of decisions, which %s', async (_, isCopied) => {
  const file = path(`${isCopied}.db`)
  const first = await sqliteStore({ file, retentionDays: 90 })
  const kept = consents(2500)
  const recent = eventWith()
  await first.append(batchOf(kept, { receivedAt: OLD, isCopied }))
  await first.append(batchOf([eventWith({ happenedAt: OLD })], { receivedAt: OLD + 1, isCopied }))
  await first.append(batchOf([recent]))
  await first.close()
  await changeSqliteRetention(file, { retentionDays: 31 })
  const store = await sqliteStore({ file })
  await expect.poll(() => store.count()).toBe(2501)
  expect(idsOf(await store.after(undefined, 9000))).toEqual(idsOf([...kept, recent]))
  await store.close()
})

test('beyond the limit of bytes, decisions are deleted when nothing else is left, those that arrived first before others', async () => {
  const file = path('large.db')
  const first = await sqliteStore({ file })
  const kept = consents(3000)
  await first.append(batchOf(kept, { receivedAt: OLD }))
  const bytes = bytesOf(file)
  await first.append(batchOf(Array.from({ length: 3000 }, () => eventWith())))
  await first.close()
  await changeSqliteRetention(file, { maxBytes: bytes + 20_000 })
  const second = await sqliteStore({ file })
  await expect.poll(() => second.count()).toBeLessThan(4000)
  expect(idsOf(await second.after(undefined, 3000))).toEqual(idsOf(kept))
  await second.close()
  await changeSqliteRetention(file, { maxBytes: Math.round(bytes * 0.8) })
  const third = await sqliteStore({ file })
  await expect.poll(() => third.count()).toBeLessThan(3000)
  const left = idsOf(await third.after(undefined, 9000))
  expect(left.length).toBeGreaterThan(0)
  expect(left).toEqual(idsOf(kept).slice(-left.length))
  await third.close()
})

test('within an hour, a decision is deleted that has become too old, and the sign-in that says whose it was', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = path('hour.db')
  const store = await sqliteStore({ file, retentionDays: 31 })
  const decision = eventWith({ happenedAt: OLD, visitor: 'v', name: 'Consent changed', body: '{"kind":"consent"}' })
  const signIn = eventWith({ happenedAt: OLD, visitor: 'v', person: 'ada' })
  await store.append(batchOf([decision, signIn], { receivedAt: OLD }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await store.count()).toBe(2)
  await changeSqliteRetention(file, { consentRetentionDays: 59 })
  // The sign-in is asked about when the decision is deleted.
  for (let round = 0; round < 130; round += 1) {
    await vi.advanceTimersByTimeAsync(60_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(async () => expect(await store.count()).toBe(0))
  await store.close()
})
