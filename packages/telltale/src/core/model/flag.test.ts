import { expect, test } from 'vitest'
import { anyType, evaluate, type Flag, valueOr } from './flag.ts'

const flagOf = (value: unknown, more: Partial<Flag> = {}) =>
  value === undefined ? undefined : ({ value, version: 1, ...more } as Flag)

test.each<[unknown, unknown, unknown]>([
  [true, false, true],
  ['compact', 'classic', 'compact'],
  [0, 1, 0],
  ['', 'classic', ''],
  [{ a: 1 }, {}, { a: 1 }],
  [1, '1', '1'],
  [undefined, false, false],
  [null, {}, {}],
  [null, null, null],
  ['anything', null, 'anything'],
  [undefined, null, null],
])('the flag %j with the fallback %j is %j', (value, fallback, result) => {
  expect(evaluate(flagOf(value), fallback).value).toEqual(result)
  expect(valueOr(flagOf(value), fallback)).toEqual(result)
})

test.each<[string, unknown, unknown, object]>([
  ['unknown', undefined, false, { value: false, reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } }],
  ['of another type', 1, false, { value: false, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } }],
  ['known', true, false, { value: true }],
])('the detail of a flag that is %s has its value and its reason', (_what, value, fallback, detail) => {
  expect(evaluate(flagOf(value), fallback)).toEqual(detail)
})

test('the detail of a flag has its variation and its reason, and any type is accepted on request', () => {
  const reason = { kind: 'FALLTHROUGH' }
  const flag = flagOf('compact', { variation: 1, reason })
  expect(evaluate(flag, 0, anyType)).toEqual({ value: 'compact', variationIndex: 1, reason })
})
