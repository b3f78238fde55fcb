import { expect, test } from 'vitest'
import { writable } from '../../core/lib/readable.ts'
import { fakeClock } from '../../testing/fakePlatform.ts'
import { createReadiness } from '../readiness.ts'

const getFlag = () => undefined

function start(isReady = false) {
  const clock = fakeClock()
  const inForce = writable({ epoch: 'e', isReady, values: {}, getFlag })
  const warnings: string[] = []
  const ready = createReadiness(inForce, clock, (warning) => warnings.push(warning))
  return { clock, inForce, warnings, ready }
}

test('the layer is ready when the flags of the current user are in force, and stays ready', () => {
  const { ready, inForce } = start()
  const told: boolean[] = []
  ready.subscribe((isReady) => told.push(isReady))
  expect(ready.get()).toBe(false)
  inForce.set({ epoch: 'e', isReady: true, values: {}, getFlag })
  expect(ready.get()).toBe(true)
  inForce.set({ epoch: 'f', isReady: false, values: {}, getFlag })
  inForce.set({ epoch: 'f', isReady: true, values: {}, getFlag })
  expect([ready.get(), told]).toEqual([true, [false, true]])
  expect(start(true).ready.get()).toBe(true)
})

test('a wait ends when the layer is ready, and leaves no timer', async () => {
  const { ready, inForce, clock } = start()
  const wait = ready.within(1000)
  inForce.set({ epoch: 'e', isReady: true, values: {}, getFlag })
  await wait
  expect([wait.isOver, clock.pending]).toEqual([true, 0])
  await ready.within(2000)
})

test('a wait ends after its limit, is shared by calls with the same limit, and does not start again', async () => {
  const { ready, clock } = start()
  const wait = ready.within(1000)
  expect(ready.within(1000)).toBe(wait)
  await clock.advance(999)
  expect(wait.isOver).toBeUndefined()
  expect(ready.within(5000)).not.toBe(wait)
  await clock.advance(1)
  expect([wait.isOver, ready.get(), ready.within(1000) === wait]).toEqual([true, false, true])
})

test('a wait ends when the layer is closed', async () => {
  const { ready, clock } = start()
  const wait = ready.within(1000)
  ready.stop()
  await wait
  expect(clock.pending).toBe(0)
})

test('a wait of more than five seconds logs a warning, and one of five seconds does not', () => {
  const { ready, warnings } = start()
  void ready.within(5_000)
  expect(warnings).toEqual([])
  void ready.within(5_001)
  expect(warnings).toEqual(['ready.within: wait for 5000 ms or less. (T47)'])
})
