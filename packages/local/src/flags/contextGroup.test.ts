import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextGroup, flagInputs } from './contextGroup.ts'
import { flagEngine } from './flagEngine.ts'
import { readFlagsFile } from './flagsFile.ts'

const TEXT = JSON.stringify({
  environments: { production: 'e' },
  flags: {
    targeted: flag({
      targets: [{ variation: 0, values: ['a'] }],
      contextTargets: [{ contextKind: 'org', variation: 1, values: ['b'] }],
    }),
    ruled: flag({ rules: [rule({ attribute: '/address/city', op: 'in', values: ['a'], contextKind: 'user' })] }),
    kinds: flag({ rules: [rule({ attribute: 'kind', op: 'in', values: ['org'] })] }),
    split: flag({ fallthrough: rollout('org', 'name') }),
    needy: flag({ prerequisites: [{ key: 'ruled', variation: 1 }], fallthrough: rollout('user', 'key') }),
    segmented: flag({ rules: [rule({ attribute: '', op: 'segmentMatch', values: ['crew'] })] }),
  },
  segments: {
    crew: {
      included: ['b'],
      includedContexts: [{ contextKind: 'org', values: ['a'] }],
      rules: [
        {
          clauses: [{ attribute: 'name', op: 'in', values: ['a'], contextKind: 'user' }],
          weight: 50_000,
          bucketBy: 'name',
        },
      ],
    },
  },
})

function flag(more: object) {
  const seen = { clientSideAvailability: { usingEnvironmentId: true } }
  return { on: true, variations: [0, 1], offVariation: 0, fallthrough: { variation: 0 }, ...seen, ...more }
}

function rule(clause: object) {
  return { id: 'r', variation: 1, clauses: [clause] }
}

function rollout(contextKind: string, bucketBy: string) {
  const variations = [0, 1].map((variation) => ({ variation, weight: 50_000 }))
  return { rollout: { contextKind, bucketBy, variations } }
}

const word = fc.constantFrom('a', 'b', 'c')
const attributes = fc.record(
  { key: word, name: word, address: fc.record({ city: word }), other: word },
  { requiredKeys: ['key'] },
)
const context = fc.oneof(
  fc.tuple(attributes, fc.constantFrom('user', 'org')).map(([one, kind]) => ({ kind, ...one })),
  fc.tuple(attributes, attributes).map(([user, org]) => ({ kind: 'multi', user, org })),
)

test('contexts of one group get the same of every flag, whatever it looks at', async () => {
  const file = readFlagsFile(TEXT)
  if (file.outcome === 'invalid') throw new Error(file.problems.join(' '))
  const environment = file.value.environments.get('e')
  if (environment === undefined) throw new Error('There is no environment.')
  const engine = await flagEngine(environment, file.value.segments)
  const keys = Object.keys(environment.flags)
  const seen = new Map<string, unknown>()
  let shared = 0
  await fc.assert(
    fc.asyncProperty(context, fc.constantFrom(...keys), async (one, key) => {
      const group = `${key} ${contextGroup(one, flagInputs([key], environment.flags, file.value))}`
      const result = (await engine.evaluate(one, { withReasons: true }))?.get(key)?.fingerprint
      if (seen.has(group)) {
        shared++
        expect(result).toBe(seen.get(group))
      }
      seen.set(group, result)
    }),
    { numRuns: 2000 },
  )
  engine.close()
  expect(shared).toBeGreaterThan(500)
})

test('a thousand people are as many groups of a percentage rollout as it has shares', async () => {
  const variations = [10_000, 30_000, 60_000].map((weight, variation) => ({ variation, weight }))
  const rollouts = [
    { variations },
    { variations, seed: 61 },
    { variations, kind: 'experiment', bucketBy: 'name' },
    { variations, contextKind: 'user', bucketBy: 'key' },
  ]
  const seen = { clientSideAvailability: { usingEnvironmentId: true } }
  const segment = {
    rules: [{ clauses: [rule({ attribute: 'key', op: 'in', values: [''], negate: true }).clauses[0]], weight: 40_000 }],
  }
  const flags = Object.fromEntries([
    ...rollouts.map((one, index) => [
      `flag-${index}`,
      { on: true, variations: ['a', 'b', 'c'], offVariation: 0, fallthrough: { rollout: one }, ...seen },
    ]),
    [
      'crew-only',
      { on: true, variations: [0, 1], rules: [rule({ attribute: '', op: 'segmentMatch', values: ['crew'] })], ...seen },
    ],
  ])
  const file = readFlagsFile(JSON.stringify({ environments: { production: 'e' }, flags, segments: { crew: segment } }))
  if (file.outcome === 'invalid') throw new Error(file.problems.join(' '))
  const environment = file.value.environments.get('e')
  if (environment === undefined) throw new Error('There is no environment.')
  const engine = await flagEngine(environment, file.value.segments)
  const results = new Map<string, Map<string, string | undefined>>()
  for (let index = 0; index < 1000; index++) {
    const one = { kind: 'user', key: `user-${index}`, name: 'Ann' }
    const evaluated = await engine.evaluate(one, { withReasons: true })
    for (const key of Object.keys(environment.flags)) {
      const group = contextGroup(one, flagInputs([key], environment.flags, file.value))
      const ofFlag = results.get(key) ?? new Map()
      results.set(key, ofFlag)
      const result = evaluated?.get(key)?.fingerprint
      if (key !== 'crew-only') expect(ofFlag.get(group) ?? result).toBe(result)
      ofFlag.set(group, result)
    }
  }
  engine.close()
  expect([...results].map(([key, ofFlag]) => [key, ofFlag.size])).toEqual([
    ['flag-0', 3],
    ['flag-1', 3],
    ['flag-2', 3],
    ['flag-3', 3],
    ['crew-only', 1000],
  ])
})

test('a context without a kind is a group of its own', () => {
  const inputs = new Map([['key', { kind: 'user', of: ({ key }: { key?: unknown }) => key }]])
  expect(contextGroup({ key: 'a', custom: { x: 1 } }, inputs)).not.toBe(
    contextGroup({ key: 'a', custom: { x: 2 } }, inputs),
  )
})
