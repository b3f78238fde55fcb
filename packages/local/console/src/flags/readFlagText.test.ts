import { expect, test } from 'vitest'
import { readFlagText } from './readFlagText.ts'

test('a flag may leave out what it does not need', () => {
  const read = readFlagText('f', '{ "variations": [true, false], "on": true }')
  expect(read).toMatchObject({ outcome: 'ok', flag: { key: 'f', on: true, rules: [], targets: [] } })
})

test('a flag may write out as null what is not there', () => {
  const read = readFlagText('f', '{ "variations": [true], "fallthrough": { "variation": 0, "rollout": null } }')
  expect(read.outcome).toBe('ok')
})

test.each([
  ['{ "variations": [', 'no JSON yet'],
  ['[]', 'an object'],
  ['{}', '"variations"'],
  ['{ "variations": [1], "rules": {} }', '"rules"'],
  ['{ "variations": [1], "rules": [{ "clauses": [{}] }] }', '"rules"'],
  ['{ "variations": [1], "targets": [{}] }', '"targets"'],
  ['{ "variations": [1], "contextTargets": [1] }', '"contextTargets"'],
  ['{ "variations": [1], "prerequisites": [null] }', '"prerequisites"'],
  ['{ "variations": [1], "fallthrough": { "rollout": {} } }', '"rollout"'],
  ['{ "variations": [1], "rules": [{ "clauses": [], "rollout": 3 }] }', '"rollout"'],
])('%s cannot be shown in fields', (text, part) => {
  const read = readFlagText('f', text)
  expect(read.outcome === 'invalid' && read.message).toContain(part)
})
