import { describe, expect, test } from 'vitest'
import { completeFlag, type ServerFlag } from '../../../src/flags/serverFlag.ts'
import { servedWhenOff, targetingSteps } from './targeting.ts'

function flag(more: Partial<ServerFlag>): ServerFlag {
  return completeFlag('a', { variations: [true, false], ...more })
}

function conditions(more: Partial<ServerFlag>): string[] {
  return targetingSteps(flag(more)).map(({ condition }) => condition)
}

describe('targetingSteps', () => {
  test('has one step if everyone gets the same value', () => {
    expect(targetingSteps(flag({ fallthrough: { variation: 1 } }))).toEqual([
      { origin: { type: 'fallthrough' }, condition: 'for everyone', served: { type: 'variation', variation: 1 } },
    ])
  })

  test('has the steps in order of evaluation: prerequisites, targets, rules, default rule', () => {
    const more = {
      prerequisites: [{ key: 'b', variation: 0 }],
      targets: [{ variation: 0, values: ['u1', 'u2'] }],
      contextTargets: [
        { contextKind: 'org', variation: 1, values: ['o1'] },
        { contextKind: 'user', variation: 0, values: [] },
        { contextKind: 'user', variation: 1, values: ['never looked at'] },
      ],
      rules: [{ variation: 0, clauses: [{ attribute: 'company_id', op: 'in', values: ['x'] }] }],
    }
    expect(conditions(more)).toEqual([
      'unless b serves its variation 0',
      'if org is o1',
      'if user is u1 or u2',
      'if company_id is x',
      'otherwise',
    ])
  })

  test('has the targets of users if there are no others', () => {
    expect(conditions({ targets: [{ variation: 0, values: ['u1'] }] })).toEqual(['if user is u1', 'otherwise'])
  })

  test.each([
    [{ attribute: 'a', op: 'in', values: ['x', 'y', 'z'] }, 'if a is x, y or z'],
    [{ attribute: 'a', op: 'in', values: ['v', 'w', 'x', 'y', 'z'] }, 'if a is v, w, x or 2 more'],
    [{ attribute: 'a', op: 'in', values: ['x'], negate: true }, 'if a is not x'],
    [{ attribute: 'a', op: 'greaterThan', values: [3], contextKind: 'org' }, 'if org.a > 3'],
    [{ attribute: '', op: 'segmentMatch', values: ['beta'] }, 'if user is in segment beta'],
    [{ attribute: 'a', op: 'newOperator', values: [true] }, 'if a newOperator true'],
  ])('says %j', (clause, condition) => {
    expect(conditions({ rules: [{ variation: 0, clauses: [clause] }] })[0]).toBe(condition)
  })

  test('formats the shares of a rollout as percentages', () => {
    const rollout = {
      variations: [
        { variation: 0, weight: 12_500 },
        { variation: 1, weight: 87_500 },
      ],
    }
    expect(targetingSteps(flag({ fallthrough: { rollout } }))[0]?.served).toEqual({
      type: 'rollout',
      shares: [
        { variation: 0, percent: 12.5 },
        { variation: 1, percent: 87.5 },
      ],
    })
  })
})

test.each([
  [0, { type: 'variation', variation: 0 }],
  [null, { type: 'fallback' }],
  [undefined, { type: 'fallback' }],
])('off, with offVariation %j, it serves %j', (offVariation, served) => {
  expect(servedWhenOff(flag(offVariation === undefined ? {} : { offVariation }))).toEqual(served)
})
