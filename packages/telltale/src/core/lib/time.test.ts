import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakePlatform.ts'
import { delayedAction, timeLimit } from './time.ts'

test('an action that is requested several times runs once, after the delay from the first request', async () => {
  const clock = fakeClock()
  let count = 0
  const { schedule } = delayedAction(clock, 100, () => (count += 1))
  schedule()
  await clock.advance(60)
  schedule()
  await clock.advance(40)
  expect(count).toBe(1)
  await clock.advance(1000)
  expect(count).toBe(1)
  schedule()
  await clock.advance(100)
  expect(count).toBe(2)
})

test('now runs a requested action at once, and does nothing without a request', async () => {
  const clock = fakeClock()
  let count = 0
  const { schedule, flush } = delayedAction(clock, 100, () => (count += 1))
  flush()
  expect(count).toBe(0)
  schedule()
  flush()
  flush()
  expect(count).toBe(1)
  expect(clock.pending).toBe(0)
})

test('the signal aborts when the time that was started last has passed, and this is distinguished from an abort by the caller', async () => {
  const clock = fakeClock()
  const { signal, start, hasPassed } = timeLimit(clock, 100, undefined)
  start()
  await clock.advance(99)
  start()
  await clock.advance(99)
  expect([signal.aborted, hasPassed()]).toEqual([false, false])
  await clock.advance(1)
  expect([signal.aborted, hasPassed()]).toEqual([true, true])
})

test('the signal aborts with the signal of the caller, even if that is already aborted', () => {
  const caller = new AbortController()
  const limit = timeLimit(fakeClock(), 100, caller.signal)
  caller.abort()
  expect([limit.signal.aborted, limit.hasPassed()]).toEqual([true, false])
  expect(timeLimit(fakeClock(), 100, caller.signal).signal.aborted).toBe(true)
})

test('there is no timer without a time', () => {
  const clock = fakeClock()
  timeLimit(clock, undefined, undefined).start()
  expect(clock.pending).toBe(0)
})

test('no timer and no listener are left after the end', () => {
  const clock = fakeClock()
  const { signal, start, end } = timeLimit(clock, 100, new AbortController().signal)
  start()
  end()
  expect(signal.aborted).toBe(true)
  expect(clock.pending).toBe(0)
})
