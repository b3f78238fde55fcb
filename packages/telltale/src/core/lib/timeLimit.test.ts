import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { timeLimit } from './timeLimit.ts'

test('aborts when the time has passed that was started last, and tells it from the caller', async () => {
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

test('aborts with its caller, also with one that has aborted already', () => {
  const caller = new AbortController()
  const limit = timeLimit(fakeClock(), 100, caller.signal)
  caller.abort()
  expect([limit.signal.aborted, limit.hasPassed()]).toEqual([true, false])
  expect(timeLimit(fakeClock(), 100, caller.signal).signal.aborted).toBe(true)
})

test('has no timer without a number', () => {
  const clock = fakeClock()
  timeLimit(clock, undefined, undefined).start()
  expect(clock.pending).toBe(0)
})

test('leaves nothing behind when the wait is over', () => {
  const clock = fakeClock()
  const { signal, start, end } = timeLimit(clock, 100, new AbortController().signal)
  start()
  end()
  expect(signal.aborted).toBe(true)
  expect(clock.pending).toBe(0)
})
