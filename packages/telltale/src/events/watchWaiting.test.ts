import { expect, it } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/bus.ts'
import { fakeClock, settle } from '../testing/fakeClock.ts'
import { watchWaiting } from './watchWaiting.ts'

function setUp() {
  const bus = createBus<Topics>()
  const clock = fakeClock()
  const said: unknown[] = []
  bus.on('diagnosis', ({ waiting }) => void said.push(waiting))
  const answers: ((counts: number[]) => void)[] = []
  const count = () => new Promise<number[]>((resolve) => answers.push(resolve))
  const { look, stop } = watchWaiting({ bus, clock, journal: { count }, readers: ['heap', 'collector'] })
  async function answer(...counts: number[]) {
    await settle()
    answers.at(-1)?.(counts)
    await settle()
  }
  return { clock, said, look, stop, answer, counted: () => answers.length }
}

it('says at the start what earlier visits have left, by destination', async () => {
  const { said, answer } = setUp()
  await answer(2, 0, 5)
  expect(said).toEqual([{ held: 2, unread: { heap: 0, collector: 5 } }])
})

it('counts once more for whatever has changed meanwhile, after a rest, and says no number twice', async () => {
  const { clock, said, look, answer, counted } = setUp()
  await settle()
  for (let times = 0; times < 10; times += 1) look()
  await answer(1, 0, 0)
  await clock.advance(249)
  expect(counted()).toBe(1)
  await clock.advance(1)
  expect(counted()).toBe(2)
  await answer(1, 0, 0)
  await clock.advance(1_000)
  expect(counted()).toBe(2)
  look()
  await answer(0, 1, 1)
  expect(said).toEqual([
    { held: 1, unread: { heap: 0, collector: 0 } },
    { held: 0, unread: { heap: 1, collector: 1 } },
  ])
})

it('counts and says nothing once it is stopped', async () => {
  const { clock, said, look, stop, answer, counted } = setUp()
  await settle()
  stop()
  await answer(1, 1, 1)
  look()
  await clock.advance(1_000)
  expect(counted()).toBe(1)
  expect(said).toEqual([])
})
