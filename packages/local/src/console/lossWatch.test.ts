import type { LossReport } from '@telltale/collector'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLossWatch, type LossWatch } from './lossWatch.ts'

const report = (unexplained: number): LossReport => ({
  ...{ expected: 9, stored: 9 - unexplained, explained: {}, onTheWay: 0, outstanding: 0, unexplained },
  by: { app: {}, destination: {}, release: {}, engine: {}, hour: {} },
  pages: [],
})

let counts: number
let answer: () => Promise<LossReport>
let reported: number[]
let watch: LossWatch

beforeEach(() => {
  vi.useFakeTimers()
  counts = 0
  reported = []
  answer = () => Promise.resolve(report(0))
  const loss = () => {
    counts += 1
    return answer()
  }
  watch = createLossWatch({ loss }, ({ unexplained }) => reported.push(unexplained))
})
afterEach(() => {
  watch.close()
  vi.useRealTimers()
})

test('a burst of changes is counted once, and reported without the sums by group', async () => {
  for (let turn = 0; turn < 50; turn++) watch.changed()
  await vi.advanceTimersByTimeAsync(500)
  expect([counts, reported]).toEqual([1, [0]])
})

test('numbers that have not changed are reported again only to a console that has opened', async () => {
  watch.changed()
  await vi.advanceTimersByTimeAsync(5000)
  watch.changed()
  await vi.advanceTimersByTimeAsync(5000)
  expect([counts, reported]).toEqual([2, [0]])
  watch.opened()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported).toEqual([0, 0])
})

test('a change during a count is counted after it, and a slow count is repeated seldom', async () => {
  answer = () => new Promise((resolve) => setTimeout(() => resolve(report(counts)), 1000))
  watch.changed()
  await vi.advanceTimersByTimeAsync(500)
  watch.changed()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(reported).toEqual([1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported).toEqual([1, 2])
})

test('after a count that failed, the next change is counted', async () => {
  answer = () => Promise.reject(new Error('The file is gone.'))
  watch.changed()
  await vi.advanceTimersByTimeAsync(2000)
  answer = () => Promise.resolve(report(3))
  watch.changed()
  await vi.advanceTimersByTimeAsync(2000)
  expect(reported).toEqual([3])
})

test('nothing is reported after the end', async () => {
  watch.changed()
  watch.close()
  watch.changed()
  await vi.advanceTimersByTimeAsync(5000)
  expect([counts, vi.getTimerCount()]).toEqual([0, 0])
})
