import { expect, describe, test } from 'vitest'
import type { EvaluatedFlags } from './flagEngine.ts'
import { flagMap, flagMessages } from './flagMessages.ts'

/** Flags as the engine evaluates them. */
function flags(values: Record<string, unknown>, more: Record<string, unknown> = {}): EvaluatedFlags {
  const { flagVersion = 1, ...metadata } = more
  return new Map(
    Object.entries(values).map(([key, value]) => {
      const result = { value, variation: 0, trackEvents: false, ...metadata }
      return [key, { result, fingerprint: JSON.stringify(result), flagVersion }]
    }),
  )
}

test('flagMap has every flag, with the version of the message in addition to the flag’s own', () => {
  expect(flagMap(flags({ a: 1, b: null }), 9)).toEqual({
    a: { value: 1, version: 9, flagVersion: 1, variation: 0, trackEvents: false },
    b: { value: null, version: 9, flagVersion: 1, variation: 0, trackEvents: false },
  })
})

describe('flagMessages', () => {
  test.each([
    ['another value', flags({ a: 2 })],
    ['another variation of the same value', flags({ a: 1 }, { variation: 1 })],
    ['event tracking turned on', flags({ a: 1 }, { trackEvents: true })],
  ])('patches a flag with %s', (_what, now) => {
    expect(flagMessages(flags({ a: 1 }), now, 9)).toMatchObject([{ event: 'patch', data: { key: 'a', version: 9 } }])
  })

  test('sends nothing when only the version of the flag has changed', () => {
    expect(flagMessages(flags({ a: 1 }), flags({ a: 1 }, { flagVersion: 2 }), 9)).toEqual([])
  })

  test('patches new flags and deletes removed flags', () => {
    expect(flagMessages(flags({ a: 1, b: 2 }), flags({ b: 2, c: 3 }), 9)).toMatchObject([
      { event: 'patch', data: { key: 'c', value: 3 } },
      { event: 'delete', data: { key: 'a', version: 9 } },
    ])
  })
})
