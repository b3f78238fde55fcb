import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { watchdog } from './watchdog.ts'

test('aborts what shows no sign of life', async () => {
  const clock = fakeClock()
  const { signal, kick } = watchdog(clock, 100, new AbortController().signal)
  kick()
  await clock.advance(99)
  kick()
  await clock.advance(99)
  expect(signal.aborted).toBe(false)
  await clock.advance(1)
  expect(signal.aborted).toBe(true)
})

test('aborts with its caller, also with one that has aborted already', () => {
  const caller = new AbortController()
  const dog = watchdog(fakeClock(), 100, caller.signal)
  caller.abort()
  expect(dog.signal.aborted).toBe(true)
  expect(watchdog(fakeClock(), 100, caller.signal).signal.aborted).toBe(true)
})

test('leaves nothing behind when the wait is over', async () => {
  const clock = fakeClock()
  const { signal, kick, end } = watchdog(clock, 100, new AbortController().signal)
  kick()
  end()
  expect(signal.aborted).toBe(true)
  expect(clock.pending).toBe(0)
})
