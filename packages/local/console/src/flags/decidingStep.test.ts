import { describe, expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import { decidingStep } from './decidingStep.ts'
import { targetingSteps } from './targeting.ts'

const steps = targetingSteps(
  completeFlag('a', {
    variations: [1, 2, 3],
    prerequisites: [
      { key: 'p', variation: 0 },
      { key: 'q', variation: 0 },
    ],
    targets: [
      { variation: 0, values: ['u1'] },
      { variation: 1, values: ['u2'] },
    ],
    rules: [
      { variation: 2, clauses: [{ attribute: 'x', op: 'in', values: [1] }] },
      { variation: 2, clauses: [{ attribute: 'x', op: 'in', values: [2] }] },
    ],
  }),
)

function conditionOf(
  reason: { kind: string; ruleIndex?: number; prerequisiteKey?: string },
  variation: number,
  key = 'u',
) {
  const decision = decidingStep({ value: 0, variation, reason }, steps, [key])
  return decision.type === 'step' ? decision.step.condition : decision.type
}

describe('decidingStep', () => {
  test('finds the step that a reason refers to', () => {
    expect(conditionOf({ kind: 'OFF' }, 0)).toBe('off')
    expect(conditionOf({ kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'q' }, 0)).toBe(
      'unless q serves its variation 0',
    )
    expect(conditionOf({ kind: 'TARGET_MATCH' }, 1, 'u2')).toBe('if user is u2')
    expect(conditionOf({ kind: 'RULE_MATCH', ruleIndex: 1 }, 2)).toBe('if x is 2')
    expect(conditionOf({ kind: 'FALLTHROUGH' }, 0)).toBe('otherwise')
  })

  test.each([
    [{ kind: 'ERROR' }, 0],
    [{ kind: 'RULE_MATCH', ruleIndex: 7 }, 2],
    [{ kind: 'TARGET_MATCH' }, 1],
  ])('finds no step for %j', (reason, variation) => {
    expect(conditionOf(reason, variation, 'somebody')).toBe('unknown')
  })
})
