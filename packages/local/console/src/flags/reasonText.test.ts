import { expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import { reasonText } from './reasonText.ts'

const flag = completeFlag('f', {
  variations: [1, 2],
  rules: [{ variation: 1, clauses: [{ attribute: 'age', op: 'greaterThan', values: [40] }] }],
})

test.each([
  [{ kind: 'OFF' }, 'the flag is off'],
  [{ kind: 'TARGET_MATCH' }, 'individual target'],
  [{ kind: 'FALLTHROUGH' }, 'default rule'],
  [{ kind: 'FALLTHROUGH', inExperiment: true }, 'default rule, in an experiment'],
  [{ kind: 'RULE_MATCH', ruleIndex: 0 }, 'rule 1: if age > 40'],
  [{ kind: 'RULE_MATCH', ruleIndex: 4 }, 'rule 5'],
  [{ kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'p' }, 'prerequisite p not met'],
  [{ kind: 'ERROR', errorKind: 'MALFORMED_FLAG' }, 'evaluation failed: MALFORMED_FLAG'],
  [{ kind: 'RULE_MATCH' }, 'a rule'],
  [{ kind: 'SOMETHING_NEW' }, 'something new'],
])('reasonText formats %j as %j', (reason, text) => {
  expect(reasonText({ reason }, flag)).toBe(text)
})
