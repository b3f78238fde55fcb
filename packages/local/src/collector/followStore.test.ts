import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '@telltale/collector'
import { memoryData, memoryStore } from '@telltale/collector/testing'
import { followStore } from './followStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
const batchOf = (...ns: readonly number[]): Batch => ({
  app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
  ...{ destination: 'collector', engine: 'chromium', release: '', clockAheadMs: 0, pages: [], receivedAt: 1 },
  events: ns.map((n) => ({ id: idOf(n), name: 'quote created', happenedAt: 1, accounts: [], body: '{}' })),
})

async function followed(data = memoryData()) {
  const store = await followStore(memoryStore(data), () => undefined)
  const told: string[] = []
  store.follow((events) => told.push(...events.map(({ id }) => id)))
  return { store, told, others: memoryStore(data) }
}

test('tells what others store, once, and nothing of what is stored here or was there before', async () => {
  const data = memoryData()
  await memoryStore(data).append(batchOf(1))
  const { store, told, others } = await followed(data)
  await store.append(batchOf(2, 3))
  await others.append(batchOf(4))
  await store.append(batchOf(5, 3, 5))
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([idOf(4)])
  await others.append(batchOf(6, 5))
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toEqual([idOf(4), idOf(6)])
  await store.close()
})

test('tells of more events than fit into one look', async () => {
  const { told, others } = await followed()
  await others.append(batchOf(...Array.from({ length: 2500 }, (_, n) => n)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toHaveLength(2500)
})

test('tells of an event whose storing has failed here, and that is stored all the same', async () => {
  const data = memoryData()
  const inner = memoryStore(data)
  const store = await followStore(
    {
      ...inner,
      async append(batch) {
        await inner.append(batch)
        throw new Error('The answer is lost.')
      },
    },
    () => undefined,
  )
  const told: string[] = []
  store.follow((events) => told.push(...events.map(({ id }) => id)))
  await expect(store.append(batchOf(1))).rejects.toThrow('lost')
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([idOf(1)])
})

test('goes on where it was when the store has been away, and ends when it is closed', async () => {
  const data = memoryData()
  let isAway = true
  const lines: string[] = []
  const inner = memoryStore(data)
  const store = await followStore(
    {
      ...inner,
      after: (cursor, limit) => (isAway ? Promise.reject(new Error('away')) : inner.after(cursor, limit)),
    },
    (line) => lines.push(line),
  )
  const told: string[] = []
  store.follow((events) => told.push(...events.map(({ id }) => id)))
  await memoryStore(data).append(batchOf(1))
  await vi.advanceTimersByTimeAsync(3000)
  expect(lines).toEqual(['The store cannot be asked for what other collectors store. It is tried again.'])
  isAway = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([idOf(1)])
  expect(lines.slice(1)).toEqual(['The store can be asked again for what other collectors store.'])
  await store.close()
  await memoryStore(data).append(batchOf(2))
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toEqual([idOf(1)])
})
