import { expect, it } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/bus.ts'
import { settle } from '../testing/fakeClock.ts'
import { watchWaiting } from './watchWaiting.ts'

function setUp() {
  const bus = createBus<Topics>()
  const said: unknown[] = []
  bus.on('diagnosis', ({ waiting }) => void said.push(waiting))
  const answers: ((counts: number[]) => void)[] = []
  const count = () => new Promise<number[]>((resolve) => answers.push(resolve))
  const changed = watchWaiting({ bus, journal: { count }, readers: ['heap', 'collector'] })
  async function answer(...counts: number[]) {
    answers.at(-1)?.(counts)
    await settle()
  }
  return { said, changed, answer, counted: () => answers.length }
}

it('says at the start what earlier visits have left, by destination', async () => {
  const { said, answer } = setUp()
  await answer(2, 0, 5)
  expect(said).toEqual([{ held: 2, unread: { heap: 0, collector: 5 } }])
})

it('counts once more for whatever has changed while it counted, and says no number twice', async () => {
  const { said, changed, answer, counted } = setUp()
  for (let times = 0; times < 10; times += 1) changed()
  expect(counted()).toBe(1)
  await answer(1, 0, 0)
  expect(counted()).toBe(2)
  await answer(1, 0, 0)
  expect(counted()).toBe(2)
  changed()
  await answer(0, 1, 1)
  expect(said).toEqual([
    { held: 1, unread: { heap: 0, collector: 0 } },
    { held: 0, unread: { heap: 1, collector: 1 } },
  ])
})
