import { describe, expect, test } from 'vitest'
import type { ValueType } from '../protocol/command.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { TYPED_VALUES } from './standardValues.ts'
import { startRehearsal } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

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

/** The type of the evaluation, and the flag of another type. */
const MISMATCHES: readonly [ValueType, flagKey: string, defaultValue: unknown][] = [
  ['bool', 'number', true],
  ['bool', 'string', true],
  ['int', 'bool', 1],
  ['double', 'string', 0.5],
  ['string', 'bool', 'default'],
  ['string', 'number', 'default'],
]

describe.each(TYPED_VALUES)('an evaluation of type %s', (valueType, value, defaultValue) => {
  test('returns the value of the flag, and its detail the variation', async () => {
    const client = await open({ flags: { flag: { value, variation: 2, version: 1 } } })
    const params = { flagKey: 'flag', valueType, defaultValue }
    expect(await client.evaluate(params)).toEqual({ value })
    expect(await client.evaluate({ ...params, detail: true })).toEqual({ value, variationIndex: 2 })
    expect(await client.allFlags()).toEqual({ flag: value })
  })

  test('returns the default of an unknown flag, and its detail the error', async () => {
    const client = await open()
    const params = { flagKey: 'unknown', valueType, defaultValue }
    expect(await client.evaluate(params)).toEqual({ value: defaultValue })
    const reason = { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' }
    expect(await client.evaluate({ ...params, detail: true })).toEqual({ value: defaultValue, reason })
    expect(await client.allFlags()).toEqual({})
  })
})

test('an evaluation without a type accepts a value of any type', async () => {
  const client = await open({ flags: { flag: { value: [1] } } })
  const params = { flagKey: 'flag', valueType: '' as ValueType, defaultValue: 'd' }
  expect(await client.evaluate(params)).toEqual({ value: [1] })
})

test.each(REASONS)('the detail of an evaluation has the reason as it was received: %o', async (reason) => {
  const flags = { flag: { value: true, variation: 0, reason } }
  const client = await open({ flags, clientSide: { evaluationReasons: true } })
  const detail = { value: true, variationIndex: 0, reason }
  expect(await client.evaluate({ flagKey: 'flag', detail: true })).toEqual(detail)
  expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: true })
  expect(await client.allFlags()).toEqual({ flag: true })
})

test.each(MISMATCHES)(
  'an evaluation of type %s of a %s flag returns the default',
  async (valueType, flagKey, defaultValue) => {
    const flags = { bool: { value: true, variation: 0 }, number: { value: 1, variation: 0 }, string: { value: 'a' } }
    const client = await open({ flags })
    const params = { flagKey, valueType, defaultValue }
    expect(await client.evaluate(params)).toEqual({ value: defaultValue })
    const reason = { kind: 'ERROR', errorKind: 'WRONG_TYPE' }
    expect(await client.evaluate({ ...params, detail: true })).toEqual({ value: defaultValue, reason })
  },
)
