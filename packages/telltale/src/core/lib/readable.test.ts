import { expect, it } from 'vitest'
import { uncaughtErrors } from '../../testing/uncaughtErrors.suite.ts'
import { memoizeLast, readable, writable } from './readable.ts'

it('a subscriber has the value at once, and each later one once', () => {
  const value = writable(1)
  const told: number[] = []
  const stop = value.subscribe((now) => told.push(now))
  value.set(2)
  value.set(2)
  value.set(3)
  stop()
  value.set(4)
  expect(told).toEqual([1, 2, 3])
})

it('who watches a value is called after changes only', () => {
  const value = writable(1)
  let calls = 0
  const stop = value.watch(() => (calls += 1))
  expect(calls).toBe(0)
  value.set(2)
  stop()
  value.set(3)
  expect(calls).toBe(1)
})

it('a subscriber that changes the value in its first call leaves all with the latest value', () => {
  const value = writable(1)
  const told: number[][] = [[], []]
  value.subscribe((now) => told[0]!.push(now))
  value.subscribe((now) => {
    told[1]!.push(now)
    if (now === 1) value.set(2)
  })
  expect(told).toEqual([
    [1, 2],
    [1, 2],
  ])
})

it('no subscriber gets an older value after a newer one when another changes the value meanwhile', () => {
  const value = writable(1)
  const told: number[] = []
  value.subscribe((now) => {
    if (now === 2) value.set(3)
  })
  value.subscribe((now) => told.push(now))
  value.set(2)
  expect(told).toEqual([1, 3])
})

it('a value that is derived from another changes with it', () => {
  const value = writable({ name: 'Ida' })
  const name = readable(() => value.get().name, value.watch)
  const told: string[] = []
  name.subscribe((now) => told.push(now))
  value.set({ name: 'Ole' })
  expect([name.get(), told]).toEqual(['Ole', ['Ida', 'Ole']])
})

it('the function is called again only when the argument changes, and one result is kept', () => {
  const asked: string[] = []
  const lengthOf = memoizeLast((text: string) => asked.push(text) && text.length)
  expect(['', '', 'ab', 'ab', '', 'abc'].map(lengthOf)).toEqual([0, 0, 2, 2, 0, 3])
  expect(asked).toEqual(['', 'ab', '', 'abc'])
})

it('the same argument returns the same object', () => {
  const copyOf = memoizeLast((given: object) => ({ ...given }))
  const given = {}
  expect(copyOf(given)).toBe(copyOf(given))
  expect(copyOf({})).not.toBe(copyOf(given))
})

it('a subscriber that is no function is an uncaught error once, and none at later changes', async () => {
  const uncaught = uncaughtErrors()
  const value = writable(1)
  const stop = value.subscribe('no function' as never)
  await new Promise((resolve) => setTimeout(resolve))
  expect(uncaught).toEqual([expect.any(TypeError)])
  value.set(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(uncaught).toHaveLength(1)
  stop()
})
