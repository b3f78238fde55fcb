import { expect, test } from 'vitest'
import { reasonLine } from './reasonLine.ts'

test.each([
  { reason: { kind: 'OFF' }, line: 'switched off' },
  { reason: { kind: 'FALLTHROUGH' }, line: 'for everybody' },
  { reason: { kind: 'TARGET_MATCH' }, line: 'for you by name' },
  { reason: { kind: 'RULE_MATCH', ruleIndex: 0, ruleId: 'pilot-companies' }, line: 'by the rule pilot-companies' },
  { reason: { kind: 'RULE_MATCH', ruleIndex: 0 }, line: 'by a rule' },
  { reason: { kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'a' }, line: 'because another flag is not on' },
  { reason: { kind: 'ERROR', errorKind: 'MALFORMED_FLAG' }, line: 'the standard: the flag could not be read' },
  { reason: undefined, line: 'the standard' },
])('$reason is $line', ({ reason, line }) => {
  expect(reasonLine(reason)).toBe(line)
})
