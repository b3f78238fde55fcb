import { expect, it } from 'vitest'
import { memoizeLast } from './readable.ts'

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
