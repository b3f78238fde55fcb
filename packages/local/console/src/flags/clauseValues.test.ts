import { expect, test } from 'vitest'
import { attributesOf, readValue, samplesOf, valueType, type ValueType } from './clauseValues.ts'

const users = [
  { token: 'a', identity: { unique_identity: 'u1', age: 40, cached: true, name: 'A' } },
  { token: 'b', identity: { unique_identity: 'u2', age: 40, tags: ['x'] } },
]

test.each([
  [{ attribute: 'x', op: 'greaterThan', values: [] }, 'number'],
  [{ attribute: 'age', op: 'in', values: [] }, 'number'],
  [{ attribute: 'age', op: 'in', values: ['40'] }, 'text'],
  [{ attribute: 'cached', op: 'in', values: [] }, 'truth'],
  [{ attribute: 'name', op: 'in', values: [] }, 'text'],
  [{ attribute: 'nobody has it', op: 'in', values: [] }, 'text'],
])('values of %j are %s', (clause, type) => {
  expect(valueType(clause, users)).toBe(type)
})

test.each<[string, ValueType, unknown]>([
  ['12', 'number', 12],
  ['12', 'text', '12'],
  ['twelve', 'number', 'twelve'],
  [' ', 'number', ' '],
  ['true', 'truth', true],
  ['maybe', 'truth', 'maybe'],
])('%j as %s is %j', (typed, type, value) => {
  expect(readValue(typed, type)).toBe(value)
})

test('suggests attributes and values of known people', () => {
  expect(attributesOf(users)).toEqual(['age', 'cached', 'key', 'name', 'tags', 'unique_identity'])
  expect(samplesOf(users, 'age')).toEqual(['40'])
  expect(samplesOf(users, 'key')).toEqual(['u1', 'u2'])
  expect(samplesOf(users, 'tags')).toEqual([])
})
