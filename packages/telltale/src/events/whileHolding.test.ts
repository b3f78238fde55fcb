import { expect, it } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { whileHolding } from './whileHolding.ts'

const { signal } = new AbortController()

it('holds all locks while it does something, and none afterwards', async () => {
  const disk = fakeDisk()
  const other = fakePlatform(undefined, disk)
  const { tabs } = fakePlatform(undefined, disk)
  const taken: boolean[] = []
  const isTaken = async (lock: string) => !(await other.tabs.whileAlone(lock, signal, async () => {}))
  const look = async () => void taken.push(await isTaken('a'), await isTaken('b'))
  await whileHolding(['a', 'b'], look, { tabs, signal })
  await look()
  expect(taken).toEqual([true, true, false, false])
})

it.each(['a', 'b'])('does nothing while another tab holds one of them: %s', async (lock) => {
  const disk = fakeDisk()
  const { tabs } = fakePlatform(undefined, disk)
  let isDone = false
  await fakePlatform(undefined, disk).tabs.whileAlone(lock, signal, () =>
    whileHolding(['a', 'b'], async () => void (isDone = true), { tabs, signal }),
  )
  expect(isDone).toBe(false)
  expect(await tabs.whileAlone('a', signal, async () => {})).toBe(true)
})

it('does it where there is nothing to hold', async () => {
  let isDone = false
  await whileHolding([], async () => void (isDone = true), { tabs: fakePlatform().tabs, signal })
  expect(isDone).toBe(true)
})
