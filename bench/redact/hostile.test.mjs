import { expect, it } from 'vitest'
import { HOSTILE } from './hostile.mjs'

it('there are at least 60 values, each with a name of its own', () => {
  expect(HOSTILE.length).toBeGreaterThan(60)
  expect(new Set(HOSTILE.map(({ name }) => name)).size).toBe(HOSTILE.length)
})

it.each(HOSTILE)('an event may hold $name', ({ name, value }) => {
  const json = JSON.stringify(value)
  expect(json).toBeTypeOf('string')
  if (name.startsWith('100 kB')) expect(String(value).length).toBeGreaterThanOrEqual(100_000)
})

it('a key __proto__ is a key of its own', () => {
  const value = HOSTILE.find(({ name }) => name === 'an object with the key __proto__')?.value
  expect(Object.keys(Object(value))).toEqual(['__proto__', 'a'])
})
