import { expect, it } from 'vitest'
import { createListeners } from '../core/lib/listeners.ts'
import { fakeClock, settle } from '../testing/fakePlatform.ts'
import { watchCounts } from './eventCounts.ts'

function setUp() {
  const clock = fakeClock()
  const changed = createListeners<[readonly []]>()
  const answers: ((counts: Record<string, number>) => void)[] = []
  const outbox = {
    counts: () => new Promise<Record<string, number>>((resolve) => answers.push(resolve)),
    onChanged: changed.add,
  }
  const counts = watchCounts({ clock, outbox, destinations: ['heap', 'collector'] })
  async function answer(given: Record<string, number>) {
    await settle()
    answers.at(-1)?.(given)
    await settle()
  }
  return { clock, counts, change: () => changed.notify([]), answer, asked: () => answers.length }
}

it('events are not counted without a subscriber or a reading', async () => {
  const { clock, change, asked } = setUp()
  change()
  await clock.advance(10_000)
  expect(asked()).toBe(0)
})

it('a subscriber gets the numbers of waiting and refused events by destination, and is not notified when they stay the same', async () => {
  const { clock, counts, change, answer, asked } = setUp()
  const seen: unknown[] = []
  const unsubscribe = counts.subscribe(() => seen.push(counts.get()))
  const by = { hold: 2, collector: 5, 'refused:gone': 1 }
  await answer(by)
  const expected = { waiting: { held: 2, unread: { heap: 0, collector: 5 } }, refused: { gone: 1 } }
  expect(seen).toEqual([expected])
  for (let times = 0; times < 10; times += 1) change()
  await clock.advance(249)
  expect(asked()).toBe(1)
  await clock.advance(1)
  expect(asked()).toBe(2)
  await answer(by)
  expect(seen).toHaveLength(1)
  unsubscribe()
  change()
  await clock.advance(1_000)
  expect([asked(), clock.pending]).toEqual([2, 0])
})

it('a reading without a subscription returns the last counts and starts a new count', async () => {
  const { counts, change, answer, asked } = setUp()
  expect(counts.get().waiting.held).toBe(0)
  await answer({ hold: 1 })
  expect([counts.get().waiting.held, asked()]).toEqual([1, 1])
  change()
  expect(counts.get().waiting.held).toBe(1)
  await answer({})
  expect([counts.get().waiting.held, asked()]).toEqual([0, 2])
})

it('nothing is counted after a stop', async () => {
  const { clock, counts, change, asked } = setUp()
  counts.subscribe(() => {})
  await settle()
  counts.stop()
  change()
  counts.get()
  await clock.advance(1_000)
  expect([asked(), clock.pending]).toEqual([1, 0])
})
