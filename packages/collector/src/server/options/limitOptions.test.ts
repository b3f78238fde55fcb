import { expect, test } from 'vitest'
import { LIMITS, limitsOf } from './limitOptions.ts'

test('what is not set is not a limit of its own', () => {
  expect(limitsOf({})).toEqual({})
})

test('every option of the limits sets a limit', () => {
  const values = { perSecond: 1, perSecondByAddress: 2, maxBatchBytes: 3, maxBatchEvents: 4 }
  expect(limitsOf({ ...values, maxStoredBytes: 5, maxWaitingBytes: 100, storeTimeoutMs: 7 })).toEqual({
    ...{ perSecond: 1, perSecondByAddress: 2, maxBytes: 3, maxEvents: 4 },
    ...{ maxStoredBytes: 5, maxWaitingBytes: 100, storeTimeoutMs: 7 },
  })
  expect(Object.keys(LIMITS)).toHaveLength(7)
})

test.each([
  [{ maxBatchBytes: 10_485_760 }, 104_857_600],
  [{ maxWaitingBytes: 5_242_880 }, 52_428_800],
  [{ maxBatchBytes: 1_000, maxStoredBytes: 2_000, maxWaitingBytes: 5_999 }, 6_000],
])('limits between which a batch never finds room (%j) are refused', (limits, least) => {
  expect(() => limitsOf(limits)).toThrow(`Set --max-waiting-bytes to at least ${least}, or`)
  expect(() => limitsOf({ ...limits, maxWaitingBytes: least })).not.toThrow()
})

test('a timer cannot wait for longer', () => {
  expect(() => LIMITS.storeTimeoutMs.kind.fromText('2147483648')).toThrow('from 1 to 600000')
})
