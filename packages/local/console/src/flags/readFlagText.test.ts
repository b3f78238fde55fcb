import { expect, test } from 'vitest'
import { readFlagText } from './readFlagText.ts'

test('a flag may omit optional fields', () => {
  const read = readFlagText('f', '{ "variations": [true, false], "on": true }')
  expect(read).toMatchObject({ outcome: 'ok', flag: { key: 'f', on: true, rules: [], targets: [] } })
})

test('a flag may have null in place of an absent field', () => {
  const read = readFlagText('f', '{ "variations": [true], "fallthrough": { "variation": 0, "rollout": null } }')
  expect(read.outcome).toBe('ok')
})

test.each([
  ['{ "variations": [', 'It is not JSON'],
  ['[]', 'an object'],
  ['{}', '"variations"'],
  ['{ "variations": [1], "rules": {} }', '"rules"'],
  ['{ "variations": [1], "rules": [{ "clauses": [{}] }] }', '"rules"'],
  ['{ "variations": [1], "targets": [{}] }', '"targets"'],
  ['{ "variations": [1], "contextTargets": [1] }', '"contextTargets"'],
  ['{ "variations": [1], "prerequisites": [null] }', '"prerequisites"'],
  ['{ "variations": [1], "fallthrough": { "rollout": {} } }', '"rollout"'],
  ['{ "variations": [1], "rules": [{ "clauses": [], "rollout": 3 }] }', '"rollout"'],
])('%s cannot be shown in the form', (text, part) => {
  const read = readFlagText('f', text)
  expect(read.outcome === 'invalid' && read.message).toContain(part)
})
