import { describe, expect, it } from 'vitest'
import type { ValueType } from '../../protocol/command.ts'
import type { RehearsalBench } from '../rehearsalBench.ts'
import { TYPED_VALUES } from '../standardValues.ts'

const REASONS = [
  { kind: 'OFF' },
  { kind: 'FALLTHROUGH' },
  { kind: 'FALLTHROUGH', inExperiment: true },
  { kind: 'TARGET_MATCH' },
  { kind: 'RULE_MATCH', ruleIndex: 1, ruleId: 'id', inExperiment: true },
  { kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'other' },
  { kind: 'ERROR', errorKind: 'MALFORMED_FLAG' },
  { kind: 'ERROR', errorKind: 'EXCEPTION' },
  { kind: 'RULE_MATCH', ruleIndex: 1, ruleId: 'id', somethingNew: true },
]

/** What is asked for and what the flag is of. */
const MISMATCHES: readonly [ValueType, flagKey: string, fallback: unknown][] = [
  ['bool', 'number', true],
  ['bool', 'string', true],
  ['int', 'bool', 1],
  ['double', 'string', 0.5],
  ['string', 'bool', 'default'],
  ['string', 'number', 'default'],
]

export function describeEvaluation(bench: RehearsalBench) {
  describe('evaluation', () => {
    it.each(TYPED_VALUES)(
      'of type %s gives the value, and its detail the variation',
      async (valueType, value, defaultValue) => {
        const client = await bench.open({ flags: { flag: { value, variation: 2, version: 1 } } })
        const params = { flagKey: 'flag', valueType, defaultValue }
        expect(await client.evaluate(params)).toEqual({ value })
        expect(await client.evaluate({ ...params, detail: true })).toEqual({ value, variationIndex: 2 })
        expect(await client.allFlags()).toEqual({ flag: value })
      },
    )

    it.each(TYPED_VALUES)(
      'of an unknown flag of type %s gives the default, and says so',
      async (valueType, _, defaultValue) => {
        const client = await bench.open()
        const params = { flagKey: 'unknown', valueType, defaultValue }
        expect(await client.evaluate(params)).toEqual({ value: defaultValue })
        const reason = { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' }
        expect(await client.evaluate({ ...params, detail: true })).toEqual({ value: defaultValue, reason })
        expect(await client.allFlags()).toEqual({})
      },
    )

    it('without a type is of any', async () => {
      const client = await bench.open({ flags: { flag: { value: [1] } } })
      const evaluate = { flagKey: 'flag', valueType: '' as ValueType, defaultValue: 'd' }
      expect(await client.run({ command: 'evaluate', evaluate })).toEqual({ value: [1] })
    })

    it.each(REASONS)('passes the reason on as it came: %o', async (reason) => {
      const flags = { flag: { value: true, variation: 0, reason } }
      const client = await bench.open({ flags, clientSide: { evaluationReasons: true } })
      const detail = { value: true, variationIndex: 0, reason }
      expect(await client.evaluate({ flagKey: 'flag', detail: true })).toEqual(detail)
      expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: true })
      expect(await client.allFlags()).toEqual({ flag: true })
    })

    it.each(MISMATCHES)(
      'asked as %s, the flag of type %s gives the default',
      async (valueType, flagKey, defaultValue) => {
        const flags = {
          bool: { value: true, variation: 0 },
          number: { value: 1, variation: 0 },
          string: { value: 'a' },
        }
        const client = await bench.open({ flags })
        const params = { flagKey, valueType, defaultValue }
        expect(await client.evaluate(params)).toEqual({ value: defaultValue })
        const reason = { kind: 'ERROR', errorKind: 'WRONG_TYPE' }
        expect(await client.evaluate({ ...params, detail: true })).toEqual({ value: defaultValue, reason })
      },
    )
  })
}
