import { expect, test } from 'vitest'
import { reasonLine } from './reasonLine.ts'

test.each([
  { reason: { kind: 'OFF' }, line: 'flag is off' },
  { reason: { kind: 'FALLTHROUGH' }, line: 'default rule' },
  { reason: { kind: 'TARGET_MATCH' }, line: 'individual target' },
  { reason: { kind: 'RULE_MATCH', ruleIndex: 0, ruleId: 'pilot-companies' }, line: 'rule 1' },
  { reason: { kind: 'RULE_MATCH', ruleIndex: 4 }, line: 'rule 5' },
  { reason: { kind: 'RULE_MATCH' }, line: 'targeting rule' },
  { reason: { kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'a' }, line: 'prerequisite not met' },
  { reason: { kind: 'ERROR', errorKind: 'MALFORMED_FLAG' }, line: 'default: evaluation failed' },
  { reason: undefined, line: 'default of the application' },
])('reasonLine returns “$line” for $reason', ({ reason, line }) => {
  expect(reasonLine(reason)).toBe(line)
})
