import { expect, test } from 'vitest'
import { changedFlags, flaggedBefore } from './changedFlags.ts'

const line = (flags: Readonly<Record<string, unknown>>, isWhole = true) => ({
  isWhole,
  flagsByKey: Object.entries(flags).map(([name, value]) => ({ name, value })),
})
const namesOf = (now: object, before?: object) =>
  changedFlags(line({ ...now }), before && line({ ...before })).map(({ name }) => name)

test.each([
  ['all flags of the first event', { a: true, b: 1 }, undefined, ['a', 'b']],
  ['no flag that is the same', { a: true, b: { x: 1 } }, { b: { x: 1 }, a: true }, []],
  ['a flag with another value', { a: false, b: 1 }, { a: true, b: 1 }, ['a']],
  ['a flag with another value inside of its value', { b: { x: 2 } }, { b: { x: 1 } }, ['b']],
  ['a new flag', { a: true, b: undefined }, { a: true }, ['b']],
])('shows %s', (_, now, before, names) => {
  expect(namesOf(now, before)).toEqual(names)
})

test('an event whose flags are not known yet is not compared with', () => {
  const lines = [line({ a: 1 }), line({}, false), line({ a: 2 })]
  expect(flaggedBefore(lines, 0)).toBe(lines[2])
  expect(flaggedBefore(lines, 2)).toBeUndefined()
})
