import { expect, test } from 'vitest'
import { sameJson } from './sameJson.ts'

test.each([
  [
    { a: 1, b: [1, { c: null }] },
    { b: [1, { c: null }], a: 1 },
  ],
  ['x', 'x'],
  [[], []],
])('sameJson is true for %j and %j', (one, other) => expect(sameJson(one, other)).toBe(true))

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [null, {}],
  ['1', 1],
])('sameJson is false for %j and %j', (one, other) => expect(sameJson(one, other)).toBe(false))
