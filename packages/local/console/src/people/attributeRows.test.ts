import { expect, test } from 'vitest'
import { attributeRows, canBeJson, readRows, withoutBlank } from './attributeRows.ts'

test('the rows of a person give the same person', () => {
  const identity = { unique_identity: 'u', age: 3, tags: ['a'], nothing: null, text: '3', yes: true }
  expect(readRows(attributeRows(identity))).toEqual({ outcome: 'ok', identity })
})

test('an added row that is empty is ignored', () => {
  const rows = [...attributeRows({ unique_identity: 'u' }), { name: '', text: '', type: 'text' } as const]
  expect(readRows(rows)).toEqual({ outcome: 'ok', identity: { unique_identity: 'u' } })
})

test.each([
  [[{ name: '', text: 'x', type: 'text' }], 1, 'name'],
  [[{ name: 'a', text: '{', type: 'json' }], 1, 'JSON'],
  [[{ name: 'unique_identity', text: 'v', type: 'text' }], 1, 'with this name'],
] as const)('%j has a problem', (added, index, part) => {
  const read = readRows([...attributeRows({ unique_identity: 'u' }), ...added])
  expect(read.outcome === 'invalid' && read.problems.get(index)).toContain(part)
})

test.each(['', '7'])('a unique_identity %j is not valid', (text) => {
  const type = text === '7' ? 'json' : 'text'
  const read = readRows([{ name: 'unique_identity', text, type }])
  expect(read.outcome === 'invalid' && read.problems.get(-1)).toContain('unique_identity')
})

test('what was left blank for a new person is left out', () => {
  const rows = attributeRows({ unique_identity: 'u', user_name: ' ', company_id: '', age: null })
  expect(readRows(withoutBlank(rows))).toEqual({ outcome: 'ok', identity: { unique_identity: 'u', age: null } })
})

test.each([
  ['Dana', 'text', false],
  ['', 'text', false],
  ['{ "a": ', 'text', false],
  ['31', 'text', true],
  ['true', 'text', true],
  ['{ "a": ', 'json', true],
] as const)('for %j as %s, canBeJson returns %s', (text, type, expected) => {
  expect(canBeJson({ name: 'n', text, type })).toBe(expected)
})
