import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createFlagEngine } from './flagEngine.ts'
import { readFlagsFile } from './flagsFile.ts'

function read(flags: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return readFlagsFile(JSON.stringify({ environments: { production: 'e' }, flags, ...more }))
}

/** The flags of an environment, from valid content. */
function flagsOf(file: ReturnType<typeof readFlagsFile>, id = 'e') {
  if (file.outcome === 'invalid') throw new Error(file.problems.join())
  return file.value.environments.get(id)?.flags
}

describe('readFlagsFile', () => {
  test('reads the samples', async () => {
    const text = await readFile(new URL('../../samples/flags.json', import.meta.url), 'utf8')
    expect(readFlagsFile(text)).toMatchObject({ outcome: 'ok' })
  })

  test('adds defaults that a hand-written flag omits', () => {
    expect(flagsOf(read({ short: { variations: [true, false] } }))).toMatchObject({
      short: { key: 'short', on: false, version: 1, salt: 'short', fallthrough: { variation: 0 } },
    })
  })

  test('treats nulls in an export as absent fields', () => {
    const clause = { attribute: 'a', op: 'in', values: [null, 'x'], contextKind: null, negate: null }
    const flag = {
      ...Object.fromEntries(
        ['on', 'version', 'offVariation', 'salt', 'contextTargets', 'prerequisites', 'description'].map((name) => [
          name,
          null,
        ]),
      ),
      variations: [null, 1],
      debugEventsUntilDate: null,
      clientSideAvailability: null,
      fallthrough: { variation: 1, rollout: null },
      targets: [{ variation: 1, values: ['u'], contextKind: null }],
      rules: [
        {
          id: null,
          variation: null,
          rollout: { variations: [{ variation: 0, weight: 100_000 }], seed: null },
          clauses: [clause],
        },
      ],
    }
    const read1 = flagsOf(read({ a: flag }))?.['a']
    expect(read1).toMatchObject({ on: false, version: 1, salt: 'a', contextTargets: [], prerequisites: [] })
    expect(read1).not.toHaveProperty('description')
    expect(read1?.variations).toEqual([null, 1])
    expect(read1?.fallthrough).toEqual({ variation: 1 })
    expect(read1?.targets).toEqual([{ variation: 1, values: ['u'] }])
    expect(read1?.rules[0]).not.toHaveProperty('variation')
    expect(read1?.rules[0]?.clauses).toEqual([{ attribute: 'a', op: 'in', values: [null, 'x'] }])
  })

  test('treats nulls in the segments of an export as absent fields', async () => {
    const clause = { attribute: 'plan', op: 'in', values: ['pro'], contextKind: null, negate: null }
    const crew = {
      ...Object.fromEntries(
        ['included', 'excluded', 'excludedContexts', 'salt', 'version', 'unbounded', 'generation'].map((name) => [
          name,
          null,
        ]),
      ),
      includedContexts: [{ contextKind: null, values: ['u2'] }],
      rules: [{ id: null, clauses: [clause], weight: null, bucketBy: null, rolloutContextKind: null }],
    }
    const inCrew = { attribute: '', op: 'segmentMatch', values: ['crew', 'empty'] }
    const flag = {
      variations: [true, false],
      on: true,
      fallthrough: { variation: 1 },
      rules: [{ variation: 0, clauses: [inCrew] }],
      clientSideAvailability: { usingEnvironmentId: true },
    }
    const file = read({ a: flag }, { segments: { crew, empty: { rules: null } } })
    if (file.outcome === 'invalid') throw new Error(file.problems.join())
    const { segments, environments } = file.value
    expect(segments['crew']?.rules).toEqual([{ clauses: [{ attribute: 'plan', op: 'in', values: ['pro'] }] }])
    // The vendor's evaluator would ignore a share whose weight is null.
    const engine = await createFlagEngine(environments.get('e')!, segments)
    const valueFor = async (context: object) =>
      (await engine.evaluate({ kind: 'user', ...context }, { withReasons: false }))?.get('a')?.result['value']
    expect([
      await valueFor({ key: 'u1', plan: 'pro' }),
      await valueFor({ key: 'u2' }),
      await valueFor({ key: 'u3' }),
    ]).toEqual([true, true, false])
    engine.close()
  })

  test('accepts flags that are named like properties of every object', () => {
    const flags = flagsOf(
      read(JSON.parse('{"constructor":{"variations":[1]},"__proto__":{"variations":[2]}}') as Record<string, unknown>),
    )
    expect(Object.entries(flags ?? {}).map(([key, { variations }]) => [key, variations])).toEqual([
      ['constructor', [1]],
      ['__proto__', [2]],
    ])
    const file = { environments: { production: 'constructor' }, flags: { a: { variations: [1] } } }
    expect(flagsOf(readFlagsFile(JSON.stringify(file)), 'constructor')).toHaveProperty('a')
  })

  test('ignores a byte order mark', () => {
    expect(readFlagsFile('\ufeff{"environments":{"production":"e"},"flags":{}}').outcome).toBe('ok')
  })

  test('keeps unknown fields', () => {
    expect(flagsOf(read({ a: { variations: [1], description: 'why', custom: { deep: [1] } } }))).toMatchObject({
      a: { description: 'why', custom: { deep: [1] } },
    })
  })

  test('gives each environment the shared flags with its own changes', () => {
    const file = read(
      { a: { variations: [1, 2], on: true, version: 3 } },
      {
        environments: { production: 'p', staging: 's', sandbox: 's' },
        perEnvironment: { s: { flags: { a: { on: false }, b: { variations: [3] } }, secureModeKey: 'key' } },
      },
    )
    expect(flagsOf(file, 'p')).toMatchObject({ a: { on: true, version: 3 } })
    expect(flagsOf(file, 'p')).not.toHaveProperty('b')
    expect(flagsOf(file, 's')).toMatchObject({
      a: { on: false, version: 3, variations: [1, 2] },
      b: { variations: [3] },
    })
    const staging = file.outcome === 'ok' ? file.value.environments.get('s') : undefined
    expect(staging).toMatchObject({ id: 's', levels: ['staging', 'sandbox'], secureModeKey: 'key' })
  })

  test.each([
    [null, 'Segment "crew" must be an object.'],
    [{ included: 'a' }, 'Segment "crew": "included" must be a list of keys.'],
    [{ excludedContexts: [{}] }, '"excludedContexts" must be a list of objects, each with "values".'],
    [{ rules: {} }, '"rules" must be a list of objects.'],
    [{ rules: [{}] }, 'rules[0] needs "clauses": a list of objects.'],
    [{ rules: [{ clauses: [{ op: 'in' }] }] }, 'rules[0]: each of "clauses" needs "op" and a list of "values".'],
  ])('reports the problem of the segment %j', (crew, problem) => {
    const result = read({}, { segments: { crew } })
    expect(result).toMatchObject({ outcome: 'invalid', problems: [expect.stringContaining(problem)] })
  })

  test('reports the problems of the conditions of a rule', () => {
    const clause = { attribute: '', op: 'segmentMatch' }
    const result = read({ a: { variations: [1], rules: [{ variation: 0, clauses: [clause] }] } })
    expect(result).toMatchObject({
      outcome: 'invalid',
      problems: ['Flag "a": rules[0]: each of "clauses" needs "op" and a list of "values".'],
    })
  })

  test.each([
    [[], 'must be an object with the environments by id'],
    [{ elsewhere: {} }, 'has elsewhere, which is not the environment of any level'],
    [{ e: 1 }, 'e must be an object'],
    [{ e: { flags: [] } }, 'the "flags" of e must be an object'],
    [{ e: { flags: { a: { offVariation: 9 } } } }, 'Flag "a": "offVariation" does not exist'],
    [{ e: { flags: { b: {} } } }, 'Flag "b" needs "variations"'],
    [{ e: { secureModeKey: '' } }, 'the "secureModeKey" of e must be a string'],
  ])('reports the problem of perEnvironment %j', (perEnvironment, problem) => {
    const result = read({ a: { variations: [1] } }, { perEnvironment })
    expect(result.outcome === 'invalid' && result.problems.join()).toContain(problem)
  })

  test.each([
    [{ variationNames: ['on', 'off'] }],
    [{ variationNames: [null, 'off'] }],
    [{ variationNames: ['on'] }],
    [{ variationNames: [] }],
    [{ metadata: {} }],
    [{ metadata: { team: 'growth', ticket: 1042, experiment: true } }],
  ])('keeps the names of variations and the metadata %j, without a warning', (labels) => {
    const result = read({ a: { variations: [true, false], ...labels } })
    expect(flagsOf(result)).toMatchObject({ a: labels })
    expect(result.outcome === 'ok' && result.value.warnings).toEqual([])
  })

  test('takes a null for absent names and metadata', () => {
    const flag = flagsOf(read({ a: { variations: [1], variationNames: null, metadata: null } }))?.['a']
    expect(flag).not.toHaveProperty('variationNames')
    expect(flag).not.toHaveProperty('metadata')
  })

  test.each([
    [1, 'must be an object'],
    [{}, 'needs "variations"'],
    [{ variations: [] }, 'needs "variations"'],
    [{ variations: [1], key: 'b' }, 'has another "key" inside'],
    [{ variations: [1], on: 1 }, '"on" must be true or false'],
    [{ variations: [1], version: 1.5 }, '"version" must be a whole number'],
    [{ variations: [1], offVariation: 1 }, '"offVariation" does not exist'],
    [{ variations: [1], fallthrough: {} }, '"fallthrough" needs "variation" or "rollout"'],
    [{ variations: [1], fallthrough: { variation: -1 } }, '"fallthrough" has a variation that does not exist'],
    [{ variations: [1], fallthrough: { rollout: { variations: [] } } }, '"fallthrough" needs "variation" or "rollout"'],
    [{ variations: [1], fallthrough: { rollout: { variations: [{ variation: 1, weight: 1 }] } } }, 'each share'],
    [{ variations: [1], rules: {} }, '"rules" must be a list of objects'],
    [{ variations: [1], rules: [{ variation: 0 }] }, 'rules[0] needs "clauses"'],
    [{ variations: [1], rules: [{ variation: 1, clauses: [] }] }, 'rules[0] has a variation that does not exist'],
    [{ variations: [1], targets: [{ variation: 0 }] }, 'each of "targets" needs'],
    [{ variations: [1], targets: [{ variation: 0, values: ['u', 1] }] }, '"values", a list of strings'],
    [{ variations: [1], prerequisites: [{}] }, 'each of "prerequisites" needs "key"'],
    [{ variations: [1], prerequisites: [{ key: 'b', variation: 'x' }] }, 'each of "prerequisites" needs "key"'],
    [{ variations: [1], prerequisites: [null] }, '"prerequisites" must be a list of objects'],
    [{ variations: [1], description: 1 }, '"description" must be a string'],
    [{ variations: [1], variationNames: 'on' }, '"variationNames" must be a list with a name for each variation'],
    [{ variations: [1], variationNames: { 0: 'on' } }, '"variationNames" must be a list'],
    [
      { variations: [1], variationNames: ['on', 'off'] },
      'must not be longer than "variations": 2 names, but 1 variations',
    ],
    [
      { variations: [1, 2], variationNames: ['on', 7] },
      '"variationNames[1]" must be a string that is not empty, or null',
    ],
    [
      { variations: [1, 2], variationNames: ['', 'off'] },
      '"variationNames[0]" must be a string that is not empty, or null',
    ],
    [
      { variations: [1, 2], variationNames: ['on', 'on'] },
      '"variationNames[1]" must differ from the other names: on is',
    ],
    [{ variations: [1, 2], variationNames: ['1', null] }, '"variationNames[1]" must differ from the other names: 1 is'],
    [{ variations: [1], metadata: ['growth'] }, '"metadata" must be an object'],
    [{ variations: [1], metadata: 'growth' }, '"metadata" must be an object'],
    [{ variations: [1], metadata: { team: null } }, '"metadata.team" must be a string, a number, true or false'],
    [{ variations: [1], metadata: { team: ['a'] } }, '"metadata.team" must be a string, a number, true or false'],
    [{ variations: [1], metadata: { team: { name: 'a' } } }, '"metadata.team" must be a string, a number'],
    [{ variations: [1], contextTargets: [{ variation: 1, values: [] }] }, 'each of "contextTargets" needs'],
    [{ variations: [1], contextTargets: [{ variation: 0, values: ['u'] }] }, 'users are named in "targets"'],
  ])('reports the problem of the flag %j', (flag, problem) => {
    const result = read({ a: flag })
    expect(result.outcome).toBe('invalid')
    expect(result.outcome === 'invalid' && result.problems.join()).toContain(problem)
  })

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"flags":{}}',
    '{"environments":{},"flags":{}}',
    '{"environments":{"production":""},"flags":{}}',
  ])('refuses %j', (text) => {
    expect(readFlagsFile(text).outcome).toBe('invalid')
  })
})

test('a file that cannot be used also names the misspelt fields', () => {
  const flags = { a: { variatons: [1] }, b: { variations: [1], fallthrough: { varation: 0 } } }
  expect(readFlagsFile(JSON.stringify({ environments: { production: 'web' }, flags }))).toEqual({
    outcome: 'invalid',
    problems: [
      'Flag "a" needs "variations": a list of its values.',
      'Flag "b": "fallthrough" needs "variation" or "rollout".',
      'flags.a.variatons has no effect. Did you mean "variations"?',
      'flags.b.fallthrough.varation has no effect. Did you mean "variation"?',
    ],
  })
})
