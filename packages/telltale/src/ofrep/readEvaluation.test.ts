import { describe, expect, test } from 'vitest'
import { readEvaluation } from './readEvaluation.ts'

const resolve = (path: string, origin = 'https://flags.test/goff') => {
  try {
    return new URL(path, origin).href
  } catch {
    return undefined
  }
}
const read = (answer: unknown) => readEvaluation(answer, resolve)
const flagOf = (flag: object) => read({ flags: [{ key: 'plan', ...flag }] })?.flags['plan']

describe('a flag', () => {
  test.each([
    [
      { value: 'pro', variant: 'paid', reason: 'STATIC' },
      { value: 'pro', reason: { kind: 'STATIC', variant: 'paid' } },
    ],
    [
      { value: false, reason: 'DISABLED' },
      { value: false, reason: { kind: 'DISABLED' } },
    ],
    [{ value: 0 }, { value: 0, reason: { kind: 'UNKNOWN' } }],
    [
      { value: 1, reason: 'TARGETING_MATCH_SPLIT' },
      { value: 1, reason: { kind: 'TARGETING_MATCH_SPLIT' } },
    ],
    [
      { value: 1, reason: 5, variant: 7 },
      { value: 1, reason: { kind: 'UNKNOWN' } },
    ],
    [
      { value: 1, reason: 'CACHED', metadata: null },
      { value: 1, reason: { kind: 'CACHED' } },
    ],
    [
      { value: [1], reason: 'SPLIT', metadata: [] },
      { value: [1], reason: { kind: 'SPLIT' } },
    ],
  ])('%j is read with its value, and with its variant as a detail of the reason', (given, flag) => {
    expect(flagOf(given)).toEqual(flag)
  })

  test.each([{ reason: 'DISABLED' }, { value: null, reason: 'DISABLED' }])(
    'without a value is there, and has the default of the code: %j',
    (given) => expect(flagOf(given)).toEqual({ value: null, reason: { kind: 'DISABLED' } }),
  )

  test('has the version of its metadata if that is a number, and the metadata as details of the reason', () => {
    const metadata = { version: 4, ruleId: 'pilots', ruleIndex: 0, kind: 'x', variant: 'y' }
    expect(flagOf({ value: 1, reason: 'TARGETING_MATCH', variant: 'on', metadata })).toEqual({
      value: 1,
      version: 4,
      reason: { version: 4, ruleId: 'pilots', ruleIndex: 0, variant: 'on', kind: 'TARGETING_MATCH' },
    })
    expect(flagOf({ value: 1, metadata: { version: 'v4' } })).toEqual({
      value: 1,
      reason: { kind: 'UNKNOWN', version: 'v4' },
    })
  })

  test('that is split is part of an experiment only if its metadata says so', () => {
    expect(flagOf({ value: 1, reason: 'SPLIT' })?.reason?.['inExperiment']).toBe(undefined)
    expect(flagOf({ value: 1, reason: 'SPLIT', metadata: { inExperiment: true } })?.reason).toEqual({
      kind: 'SPLIT',
      inExperiment: true,
    })
  })

  test('is not taken for one that is overridden in this browser', () => {
    expect(flagOf({ value: 1, reason: 'OVERRIDE' })?.reason).toEqual({ kind: 'UNKNOWN' })
  })

  test('with an error has no value, whatever else it has, and its code alone', () => {
    const answer = read({
      flags: [
        { key: 'a', errorCode: 'TYPE_MISMATCH', errorDetails: 'ann@example.com', value: 1 },
        { key: 'b', errorCode: 'no code of ann@example.com' },
        { key: 'c', value: 1 },
      ],
    })
    expect(answer?.flags).toEqual({
      a: { value: null, reason: { kind: 'ERROR', errorKind: 'TYPE_MISMATCH' } },
      b: { value: null, reason: { kind: 'ERROR', errorKind: 'GENERAL' } },
      c: { value: 1, reason: { kind: 'UNKNOWN' } },
    })
    expect(answer?.errors).toEqual([
      ['a', 'TYPE_MISMATCH'],
      ['b', 'GENERAL'],
    ])
  })
})

describe('an answer', () => {
  test.each([
    undefined,
    null,
    'ok',
    [],
    {},
    { flags: {} },
    { flags: { plan: { value: 1 } } },
    { flags: [1] },
    { flags: [{}] },
    { flags: [{ key: 5, value: 1 }] },
  ])('%j is not one of the protocol', (answer) => expect(read(answer)).toBe(undefined))

  test('may have no flags', () => expect(read({ flags: [] })?.flags).toEqual({}))

  test('keeps the flags that can be read, and names of any kind', () => {
    const text = '{"flags":[null,{"key":"__proto__","value":1},{"key":"constructor","value":2},{"value":3}]}'
    const flags = read(JSON.parse(text))?.flags ?? {}
    expect(Object.entries(flags).map(([key, { value }]) => [key, value])).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ])
  })
})

describe('streams', () => {
  const of = (eventStreams: unknown) => read({ flags: [], eventStreams })

  test.each<[eventStreams: unknown, addresses: string[]]>([
    [undefined, []],
    ['sse', []],
    [[{ type: 'sse', url: 'https://sse.test/a?token=1' }], ['https://sse.test/a?token=1']],
    [[{ type: 'sse', url: '/a' }], ['https://flags.test/a']],
    [[{ type: 'sse', endpoint: { requestUri: '/a?b=c' } }], ['https://flags.test/a?b=c']],
    [[{ type: 'sse', endpoint: { origin: 'https://sse.test', requestUri: '/a' } }], ['https://sse.test/a']],
    [[{ type: 'websocket', url: 'wss://sse.test' }, null, 'sse', { type: 'sse' }, { type: 'sse', url: 5 }], []],
    [
      [
        { type: 'sse', endpoint: 'x' },
        { type: 'sse', endpoint: { origin: 'no', requestUri: '/a' } },
      ],
      [],
    ],
    [
      [
        { type: 'sse', url: 'https://sse.test/a' },
        { type: 'sse', url: 'https://sse.test/b' },
        { type: 'sse', url: 'https://sse.test/a' },
      ],
      ['https://sse.test/a', 'https://sse.test/b'],
    ],
  ])('%j have the addresses %j', (eventStreams, addresses) => expect(of(eventStreams)?.streams).toEqual(addresses))

  test.each([
    [undefined, 120_000],
    [30, 30_000],
    [0, 120_000],
    [-5, 120_000],
    ['x', 120_000],
    [null, 120_000],
  ])('with the delay %j stay open in a hidden page for %i ms', (inactivityDelaySec, idleMs) => {
    expect(of([{ type: 'sse', url: '/a', inactivityDelaySec }])?.idleMs).toBe(idleMs)
  })
})
