import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { later } from './later.ts'

test('does once, a while after the first, what was asked for many times', async () => {
  const clock = fakeClock()
  let count = 0
  const { soon } = later(clock, 100, () => (count += 1))
  soon()
  await clock.advance(60)
  soon()
  await clock.advance(40)
  expect(count).toBe(1)
  await clock.advance(1000)
  expect(count).toBe(1)
  soon()
  await clock.advance(100)
  expect(count).toBe(2)
})

test('does at once what was asked for, and nothing when nothing was', async () => {
  const clock = fakeClock()
  let count = 0
  const { soon, now } = later(clock, 100, () => (count += 1))
  now()
  expect(count).toBe(0)
  soon()
  now()
  now()
  expect(count).toBe(1)
  expect(clock.pending).toBe(0)
})
