import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { STARTER_FLAGS } from '../project/starterFiles.ts'
import { fileWarnings } from './fileWarnings.ts'

test.each([
  [{ flags: { a: { onn: true } } }, ['flags.a.onn has no effect. Did you mean "on"?']],
  [{ flags: { a: { enabled: true } } }, ['flags.a.enabled has no effect.']],
  [{ perEnviroment: {} }, ['perEnviroment has no effect. Did you mean "perEnvironment"?']],
  [
    { perEnvironment: { desk: { flag: {}, flags: { a: { fallthru: {}, fallthrough: { varation: 1 } } } } } },
    [
      'perEnvironment.desk.flag has no effect. Did you mean "flags"?',
      'perEnvironment.desk.flags.a.fallthru has no effect.',
      'perEnvironment.desk.flags.a.fallthrough.varation has no effect. Did you mean "variation"?',
    ],
  ],
  [{ $schema: '…', flags: { a: { _note: 'ours', rules: [{ _id: 'r' }], trackEvents: true, migration: {} } } }, []],
  [{ flags: { a: null, b: { rules: null, fallthrough: null, targets: 'none' } }, segments: [] }, []],
  [{ flags: { a: { variations: [{ any: 1 }], tags: ['x'] } } }, []],
])('the fields of %j that have no effect', (content, sentences) => {
  expect(fileWarnings(content)).toEqual(sentences)
})

describe('a field that has no effect', () => {
  const clause = { attribute: 'plan', op: 'in', values: ['pro'] }
  test.each([
    [
      { clientSideAvailability: { usingEnvironmentID: true } },
      'clientSideAvailability.usingEnvironmentID',
      'usingEnvironmentId',
    ],
    [{ rules: [{ clauses: [{ ...clause, atribute: 'plan' }] }] }, 'rules[0].clauses[0].atribute', 'attribute'],
    [{ rules: [{ clauses: [clause] }, { clause: [] }] }, 'rules[1].clause', 'clauses'],
    [{ rules: [{ rollout: { variation: [] } }] }, 'rules[0].rollout.variation', 'variations'],
    [
      { fallthrough: { rollout: { variations: [{ weigth: 1 }, { weight: 100_000 }] } } },
      'fallthrough.rollout.variations[0].weigth',
      'weight',
    ],
    [{ targets: [{ value: ['u'] }] }, 'targets[0].value', 'values'],
    [{ contextTargets: [{ contextkind: 'org' }] }, 'contextTargets[0].contextkind', 'contextKind'],
    [{ prerequisites: [{ keys: 'b' }] }, 'prerequisites[0].keys', 'key'],
  ])('of the flag %j is named with its path', (flag, path, meant) => {
    expect(fileWarnings({ flags: { 'new-welcome': flag } })).toContain(
      `flags.new-welcome.${path} has no effect. Did you mean "${meant}"?`,
    )
  })

  test('of a segment is named with its path', () => {
    const segment = {
      includedd: [],
      rules: [{ clauses: [{ ...clause, vlaues: [] }] }],
      includedContexts: [{ value: [] }],
    }
    expect(fileWarnings({ segments: { team: segment } })).toEqual([
      'segments.team.includedd has no effect. Did you mean "included"?',
      'segments.team.rules[0].clauses[0].vlaues has no effect. Did you mean "values"?',
      'segments.team.includedContexts[0].value has no effect. Did you mean "values"?',
    ])
  })
})

test('an operator that does not exist is named with its path, in flags and in segments', () => {
  const rules = (op: string) => [{ clauses: [{ attribute: 'a', op, values: ['b'] }] }]
  expect(fileWarnings({ flags: { a: { rules: rules('endsWth') } }, segments: { s: { rules: rules('is') } } })).toEqual([
    'flags.a.rules[0].clauses[0].op: There is no operator "endsWth". Did you mean "endsWith"?',
    expect.stringMatching(
      /^segments\.s\.rules\[0\]\.clauses\[0\]\.op: There is no operator "is"\. Did you mean "in"\?$/,
    ),
  ])
  expect(fileWarnings({ flags: { a: { rules: rules('equals') } } })).toEqual([
    expect.stringMatching(
      /^flags\.a\.rules\[0\]\.clauses\[0\]\.op: There is no operator "equals"\. The operators are in, endsWith, /,
    ),
  ])
})

test('weights of a rollout that do not add up to 100,000 are named with their path', () => {
  const rollout = (...weights: number[]) => ({
    variations: weights.map((weight, variation) => ({ variation, weight })),
  })
  const flag = {
    fallthrough: { rollout: rollout(60, 40) },
    rules: [{ rollout: rollout(60_000, 40_000) }, { rollout: rollout(100_001) }],
  }
  expect(fileWarnings({ flags: { a: flag } })).toEqual([
    'flags.a.fallthrough.rollout.variations: The weights must add up to 100000 (100 %): they add up to 100.',
    'flags.a.rules[1].rollout.variations: The weights must add up to 100000 (100 %): they add up to 100001.',
  ])
})

test('the samples and the files of a new project have no warnings', async () => {
  const text = await readFile(new URL('../../samples/flags.json', import.meta.url), 'utf8')
  for (const one of [text, STARTER_FLAGS]) expect(fileWarnings(JSON.parse(one) as Record<string, unknown>)).toEqual([])
})

describe('a pattern', () => {
  const warningsFor = (pattern: string) =>
    fileWarnings({
      flags: { a: { rules: [{ clauses: [{ attribute: 'a', op: 'matches', values: ['x', pattern] }] }] } },
    })

  test.each(['^(?=(a+)+$)', '^(?!(x|xx)+$)', '(?<=^(\\w+\\s?)+)!', '^(?=([0-9]+)*@)'])(
    '%s, which takes very long for some values, is named with its path',
    (pattern) => {
      expect(warningsFor(pattern)).toEqual([
        `flags.a.rules[0].clauses[0].values[1]: The pattern ${pattern} takes very long for some values, and everything waits meanwhile. Do not repeat what is repeated already.`,
      ])
    },
  )

  test.each(['^[\\w.]+@example\\.com$', '^(?!admin)\\w+$', '.*', '(a|b)+', '^\\d{3}-\\d{4}$', '('])(
    '%s is usual',
    (pattern) => {
      expect(warningsFor(pattern)).toEqual([])
    },
  )
})
