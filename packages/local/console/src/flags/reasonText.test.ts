import { expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import { reasonText } from './reasonText.ts'

const flag = completeFlag('f', {
  variations: [1, 2],
  rules: [{ variation: 1, clauses: [{ attribute: 'age', op: 'greaterThan', values: [40] }] }],
})

test.each([
  [{ kind: 'OFF' }, 'the flag is off'],
  [{ kind: 'TARGET_MATCH' }, 'named as a target'],
  [{ kind: 'FALLTHROUGH' }, 'no rule fits'],
  [{ kind: 'FALLTHROUGH', inExperiment: true }, 'no rule fits, in an experiment'],
  [{ kind: 'RULE_MATCH', ruleIndex: 0 }, 'rule 1: if age > 40'],
  [{ kind: 'RULE_MATCH', ruleIndex: 4 }, 'rule 5'],
  [{ kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'p' }, 'p does not serve what it has to'],
  [{ kind: 'ERROR', errorKind: 'MALFORMED_FLAG' }, 'it could not be evaluated: MALFORMED_FLAG'],
  [{ kind: 'SOMETHING_NEW' }, 'something new'],
])('%j is said as %j', (reason, text) => {
  expect(reasonText({ value: 1, reason }, flag)).toBe(text)
})
