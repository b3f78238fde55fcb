import { expect, it } from 'vitest'
import { backoffMs } from './backoffMs.ts'

const backoff = { firstMs: 1_000, maxMs: 30_000 }

it.each([
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [6, 30_000],
  [2_000, 30_000],
])('after %i failures waits %i ms at most', (failures, ms) => {
  expect(backoffMs(failures, backoff, 0)).toBe(ms)
})

it('is shortened by up to half', () => {
  expect(backoffMs(1, backoff, 0.5)).toBe(750)
  expect(backoffMs(6, backoff, 0.999)).toBeGreaterThanOrEqual(15_000)
})
