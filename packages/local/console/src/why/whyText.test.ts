import { describe, expect, test } from 'vitest'
import { completeFlag } from '../../../src/flags/serverFlag.ts'
import type { ExplanationReason } from '../../../src/versions/explanation.ts'
import { decisionText, questionOf, stampText, stepsOf, type Explained } from './whyText.ts'

const clauses = [{ attribute: 'plan', op: 'in', values: ['pro'] }]
const flag = completeFlag('a', {
  on: true,
  variations: [true, false],
  targets: [{ variation: 1, values: ['ada'] }],
  rules: [{ clauses, variation: 0 }],
})

function explained(reason: ExplanationReason, more: Partial<Explained> = {}): Explained {
  return {
    ...{ outcome: 'explained', served: { flag, version: 1, since: 1 }, value: true, variation: 0, reason },
    ...{ context: { kind: 'user', key: 'ada' }, attributes: [], differences: [], ...more },
  }
}

describe('what decided is said in a sentence', () => {
  test.each<[ExplanationReason, Partial<Explained>, string]>([
    [{ kind: 'OFF' }, {}, 'The flag was off.'],
    [{ kind: 'TARGET_MATCH' }, { variation: 1 }, 'The flag names this person.'],
    [{ kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'b' }, {}, 'The flag needs another variation of b.'],
    [{ kind: 'RULE_MATCH', ruleIndex: 0 }, {}, 'Rule 1 applied: if plan is pro.'],
    [
      { kind: 'RULE_MATCH', ruleIndex: 0, inExperiment: true },
      { rule: { rollout: {} } },
      'Rule 1 applied: if plan is pro, with the share of the person in an experiment.',
    ],
    [{ kind: 'FALLTHROUGH' }, {}, 'No target and no rule applied, so the default rule did.'],
    [
      { kind: 'FALLTHROUGH' },
      { rule: { rollout: {} } },
      'No target and no rule applied, so the default rule did, with the share that the person is in.',
    ],
    [{ kind: 'ERROR', errorKind: 'MALFORMED_FLAG' }, {}, 'The flag could not be evaluated: MALFORMED_FLAG.'],
  ])('%j %j', (reason, more, sentence) => {
    expect(decisionText(explained(reason, more))).toBe(sentence)
  })

  test('and its step is found by a key of any kind', () => {
    const context = { kind: 'multi', company: { key: 'acme' }, user: { key: 'ada' } }
    const { decided } = stepsOf(explained({ kind: 'TARGET_MATCH' }, { variation: 1, context }))
    expect(decided?.origin).toMatchObject({ type: 'target', variation: 1 })
  })
})

describe('how the explanation relates to the event is said', () => {
  const reason = { kind: 'FALLTHROUGH' }
  const { variation: _, ...fallback } = explained({ kind: 'OFF' })
  test.each<[string, Explained, Parameters<typeof stampText>[1], string]>([
    ['equal', explained(reason), { name: 'a', value: true, version: 1 }, 'This is what the event says.'],
    [
      'overridden',
      explained(reason),
      { name: 'a', value: 7, isOverridden: true },
      'replaced the value on this page with 7.',
    ],
    [
      'other',
      explained(reason, { differences: [{ part: 'variation', event: 1, explained: 0 }] }),
      { name: 'a', value: false, variation: 1, version: 1 },
      'variation 2, where the flag service had 1.',
    ],
    ['older', explained(reason), { name: 'a', value: true }, 'does not say how the flag came to it.'],
    ['without version', explained(reason), { name: 'a', value: true, variation: 0 }, 'does not name the version'],
    ['fallback', fallback, { name: 'a', value: 'own', version: 1 }, 'so the application showed its fallback.'],
  ])('%s', (_name, known, told, sentence) => {
    expect(stampText(known, told).join(' ')).toContain(sentence)
  })
})

test('the stamp of a flag that is overridden is not compared', () => {
  const row = { id: 'x' } as Parameters<typeof questionOf>[0]
  const told = { name: 'a', value: 1, variation: 0, version: 2, reason: 'OFF' }
  expect(questionOf(row, told).stamp).toEqual({ value: 1, variation: 0, version: 2, reason: 'OFF' })
  expect(questionOf(row, { ...told, isOverridden: true }).stamp).toEqual({})
})
