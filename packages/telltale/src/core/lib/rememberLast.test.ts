import { expect, it } from 'vitest'
import { rememberLast } from './rememberLast.ts'

it('asks again only when something else is given, and remembers one answer', () => {
  const asked: string[] = []
  const lengthOf = rememberLast((text: string) => asked.push(text) && text.length)
  expect(['', '', 'ab', 'ab', '', 'abc'].map(lengthOf)).toEqual([0, 0, 2, 2, 0, 3])
  expect(asked).toEqual(['', 'ab', '', 'abc'])
})

it('gives the same object for the same object', () => {
  const copyOf = rememberLast((given: object) => ({ ...given }))
  const given = {}
  expect(copyOf(given)).toBe(copyOf(given))
  expect(copyOf({})).not.toBe(copyOf(given))
})
