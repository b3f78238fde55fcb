import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameJson, typeName } from './json.ts'

test('a text that is parsed twice gives the same JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(sameJson(JSON.parse(text), JSON.parse(text))).toBe(true)
    }),
  )
})

test.each<[string, unknown, unknown]>([
  ['an absent and a null', undefined, null],
  ['an empty list and an empty object', [], {}],
  ['a null and an object', null, {}],
  ['objects with different keys', { a: 1 }, { b: 1 }],
  ['objects of which one has more', { a: 1 }, { a: 1, b: 2 }],
  ['lists in another order', [1, 2], [2, 1]],
  ['what differs deep inside', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ['an own key and an inherited one', { constructor: 1 }, { b: 1 }],
])('%s are not the same', (_title, a, b) => {
  expect(sameJson(a, b)).toBe(false)
  expect(sameJson(b, a)).toBe(false)
})

test('values that are nested more deeply than the stack allows are compared', () => {
  const nested = (inner: number) => JSON.parse(`${'['.repeat(100_000)}${inner}${']'.repeat(100_000)}`) as unknown
  expect(sameJson(nested(1), nested(1))).toBe(true)
  expect(sameJson(nested(1), nested(2))).toBe(false)
})

test('the order of keys does not matter', () => {
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
})

test.each<[unknown, string]>([
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'array'],
  [{}, 'object'],
  ['', 'string'],
  [0, 'number'],
  [Number.NaN, 'NaN'],
  [false, 'boolean'],
  [() => {}, 'function'],
])('the type of %o is %s', (value, name) => expect(typeName(value)).toBe(name))
