import { expect, it, test } from 'vitest'
import { lateReadable, memoizeLast, writable } from './readable.ts'

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

test('a late readable has its initial value until it has a source, and follows the source from then on', () => {
  const late = lateReadable(0)
  const source = writable(1)
  let changes = 0
  const unsubscribe = late.subscribe(() => (changes += 1))
  expect([late.get(), changes]).toEqual([0, 0])
  late.follow(source)
  expect([late.get(), changes]).toEqual([1, 1])
  source.set(2)
  expect([late.get(), changes]).toEqual([2, 2])
  unsubscribe()
  source.set(3)
  expect([late.get(), changes]).toEqual([3, 2])
})
