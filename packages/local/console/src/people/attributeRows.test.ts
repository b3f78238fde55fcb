import { expect, test } from 'vitest'
import { attributeRows, readRows } from './attributeRows.ts'

test('what is read is who it was', () => {
  const identity = { unique_identity: 'u', age: 3, tags: ['a'], nothing: null, text: '3', yes: true }
  expect(readRows(attributeRows(identity))).toEqual({ outcome: 'ok', identity })
})

test('a row that was added and not filled in is not there', () => {
  const rows = [...attributeRows({ unique_identity: 'u' }), { name: '', text: '', type: 'text' } as const]
  expect(readRows(rows)).toEqual({ outcome: 'ok', identity: { unique_identity: 'u' } })
})

test.each([
  [[{ name: '', text: 'x', type: 'text' }], 1, 'name'],
  [[{ name: 'a', text: '{', type: 'json' }], 1, 'JSON'],
  [[{ name: 'unique_identity', text: 'v', type: 'text' }], 1, 'of that name'],
] as const)('%j is remarked on', (added, index, part) => {
  const read = readRows([...attributeRows({ unique_identity: 'u' }), ...added])
  expect(read.outcome === 'invalid' && read.problems.get(index)).toContain(part)
})

test.each(['', '7'])('nobody is %j', (text) => {
  const type = text === '7' ? 'json' : 'text'
  const read = readRows([{ name: 'unique_identity', text, type }])
  expect(read.outcome === 'invalid' && read.problems.get(-1)).toContain('unique_identity')
})
