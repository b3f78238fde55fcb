import { expect, test } from 'vitest'
import { fakeClock, settle } from '../../testing/fakePlatform.ts'
import { createRetry } from './retry.ts'

const BACKOFF = { firstMs: 1_000, maxMs: 30_000 }

function makeRetry(random = 0) {
  const clock = fakeClock()
  const page = new AbortController()
  const retry = createRetry({ clock, random: { number: () => random }, backoff: BACKOFF, signal: page.signal })
  /** Starts a wait, and returns whether it has ended. */
  const wait = (ms: number) => {
    let hasEnded = false
    void retry.wait(ms).then(() => (hasEnded = true))
    return async () => {
      await settle()
      return hasEnded
    }
  }
  return { clock, page, retry, wait }
}

test('the delay doubles after each failure in a row, up to its maximum', () => {
  const { retry } = makeRetry()
  const delays = Array.from({ length: 7 }, () => retry.failed())
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  for (let failures = 0; failures < 2_000; failures += 1) retry.failed()
  expect(retry.failed()).toBe(30_000)
})

test('a delay is shortened by up to half', () => {
  expect(makeRetry(0.5).retry.failed()).toBe(750)
  expect(makeRetry(0.999).retry.failed()).toBeGreaterThanOrEqual(500)
})

test('after a success the next delay is the first again', () => {
  const { retry } = makeRetry()
  retry.failed()
  retry.failed()
  retry.succeeded()
  expect(retry.failures).toBe(0)
  expect(retry.failed()).toBe(1_000)
})

test('the delay is added to the time for which the server asks', () => {
  const { retry } = makeRetry()
  expect(retry.failed(60_000)).toBe(61_000)
  expect(retry.failed(60_000)).toBe(62_000)
})

test('a wait ends after its delay', async () => {
  const { clock, wait } = makeRetry()
  const hasEnded = wait(1_000)
  await clock.advance(999)
  expect(await hasEnded()).toBe(false)
  await clock.advance(1)
  expect(await hasEnded()).toBe(true)
})

test('a wait ends at once when it is zero, or when the page no longer needs it', async () => {
  const { page, wait } = makeRetry()
  expect(await wait(0)()).toBe(true)
  const hasEnded = wait(1_000)
  page.abort()
  expect(await hasEnded()).toBe(true)
})

test('retryNow ends a wait, but not one for which the server has asked', async () => {
  const { clock, retry, wait } = makeRetry()
  const hasEnded = wait(retry.failed())
  retry.retryNow()
  expect(await hasEnded()).toBe(true)

  const hasRested = wait(retry.failed(60_000))
  await clock.advance(59_999)
  retry.retryNow()
  expect(await hasRested()).toBe(false)
  await clock.advance(1)
  retry.retryNow()
  expect(await hasRested()).toBe(true)
})

test('a success ends the rest for which the server has asked', async () => {
  const { retry, wait } = makeRetry()
  retry.failed(60_000)
  retry.succeeded()
  const hasEnded = wait(1_000)
  retry.retryNow()
  expect(await hasEnded()).toBe(true)
})
