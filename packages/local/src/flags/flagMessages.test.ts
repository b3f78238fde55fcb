import { describe, expect, test } from 'vitest'
import { evaluatedFlags, type EvaluatedFlags } from './evaluatedFlags.ts'
import { flagMessages } from './flagMessages.ts'

function flags(values: Record<string, unknown>, meta: Record<string, Record<string, unknown>> = {}): EvaluatedFlags {
  const $flagsState = Object.fromEntries(
    Object.keys(values).map((key) => [key, { version: 1, variation: 0, ...meta[key] }]),
  )
  return evaluatedFlags({ ...values, $flagsState }, false)
}

describe('flagMessages', () => {
  test('puts everything at first', () => {
    expect(flagMessages(undefined, flags({ a: 1, b: null }), 9)).toEqual([
      {
        event: 'put',
        data: {
          a: { value: 1, version: 9, flagVersion: 1, variation: 0, trackEvents: false },
          b: { value: null, version: 9, flagVersion: 1, variation: 0, trackEvents: false },
        },
      },
    ])
  })

  test('puts even when there is nothing', () => {
    expect(flagMessages(undefined, flags({}), 9)).toEqual([{ event: 'put', data: {} }])
  })

  test.each([
    ['another value', flags({ a: 2 })],
    ['another variation of the same value', flags({ a: 1 }, { a: { variation: 1 } })],
    ['events that are wanted now', flags({ a: 1 }, { a: { trackEvents: true } })],
  ])('patches a flag with %s', (_what, now) => {
    expect(flagMessages(flags({ a: 1 }), now, 9)).toMatchObject([{ event: 'patch', data: { key: 'a', version: 9 } }])
  })

  test('says nothing when only the version of the flag is another', () => {
    expect(flagMessages(flags({ a: 1 }), flags({ a: 1 }, { a: { version: 2 } }), 9)).toEqual([])
  })

  test('patches what is new and deletes what is gone', () => {
    expect(flagMessages(flags({ a: 1, b: 2 }), flags({ b: 2, c: 3 }), 9)).toMatchObject([
      { event: 'patch', data: { key: 'c', value: 3 } },
      { event: 'delete', data: { key: 'a', version: 9 } },
    ])
  })
})
