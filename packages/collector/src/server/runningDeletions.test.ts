import { expect, test } from 'vitest'
import type { Erasure } from '../store/store.ts'
import { runningDeletions } from './runningDeletions.ts'

const DAY = 86_400_000
const erasure = (id: string, fields: Partial<Erasure>): Erasure => ({
  ...{ id, kind: 'person', before: 0, status: 'running', deleted: 0, visitors: 0, ...fields },
})

test('the oldest deletion that is running has run since its order, and those that are done do not count', async () => {
  const all = [erasure('c', { before: 9 * DAY }), erasure('b', { before: 8 * DAY }), erasure('a', { status: 'done' })]
  const read = runningDeletions({ erasures: async () => all }, () => 10 * DAY)
  expect(await read?.()).toEqual({ count: 2, oldestMs: 2 * DAY })
})

test('a deletion of everything that will ever arrive has run since it was seen first', async () => {
  let now = 10 * DAY
  const all = [erasure('a', { before: Infinity })]
  const read = runningDeletions({ erasures: async () => all }, () => now)
  expect(await read?.()).toEqual({ count: 1, oldestMs: 0 })
  now += 3 * DAY
  expect(await read?.()).toEqual({ count: 1, oldestMs: 3 * DAY })
})

test('a store that knows those that are running is not asked for all', async () => {
  const store = { runningErasures: async () => [], erasures: () => Promise.reject(new Error('All are read.')) }
  expect(await runningDeletions(store)?.()).toEqual({ count: 0, oldestMs: 0 })
})

test('a store that cannot delete people has no figures', () => {
  expect(runningDeletions({})).toBeUndefined()
})
