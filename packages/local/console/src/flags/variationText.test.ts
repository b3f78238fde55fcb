import { expect, test } from 'vitest'
import { readVariation, variationText, variationType } from './variationText.ts'

test.each([
  [['a', 'b'], 'text'],
  [['a', 1], 'json'],
  [[true, false], 'json'],
  [[], 'json'],
])('%j are shown as %s', (variations, type) => {
  expect(variationType(variations)).toBe(type)
})

test('a value that is formatted and parsed is unchanged', () => {
  for (const value of ['true', 'a "b"', '']) expect(readVariation(variationText(value, 'text'), 'text')).toBe(value)
  for (const value of [true, null, 3, 'x', { a: [1] }])
    expect(readVariation(variationText(value, 'json'), 'json')).toEqual(value)
})

test('invalid JSON has no value', () => {
  expect(readVariation('{ "a": ', 'json')).toBeUndefined()
})
