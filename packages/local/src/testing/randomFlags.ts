/** Random choices, the same for the same seed. */
export interface Random {
  /** A whole number from 0, below this one. */
  below(limit: number): number
  chance(share: number): boolean
  of<T>(all: readonly T[]): T
  /** By their weights. */
  weighted<T>(all: readonly (readonly [number, T])[]): T
}

export function seededRandom(seed: number): Random {
  let state = seed
  // Mulberry32.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    of<T>(all: readonly T[]): T {
      return all[below(all.length)] as T
    },
    weighted<T>(all: readonly (readonly [number, T])[]): T {
      let rest = below(all.reduce((sum, [weight]) => sum + weight, 0))
      return (all.find(([weight]) => (rest -= weight) < 0) as readonly [number, T])[1]
    },
  }
}

export interface RandomFlag {
  readonly version: number
  readonly [field: string]: unknown
}

export const ENVIRONMENTS = ['prod', 'test']
export const FLAG_KEYS = ['first', 'second', 'third', 'fourth']
const PLANS = ['free', 'pro', 'team']

export interface RandomContent {
  readonly environments: Readonly<Record<string, string>>
  readonly flags: Record<string, RandomFlag>
  segments: Readonly<Record<string, unknown>>
  readonly perEnvironment?: Readonly<Record<string, { readonly flags?: Record<string, unknown> }>>
}

/** The content of a file of flags. */
export function randomContent(random: Random): RandomContent {
  return {
    environments: Object.fromEntries(ENVIRONMENTS.map((id) => [`level of ${id}`, id])),
    flags: Object.fromEntries(FLAG_KEYS.map((key) => [key, randomFlag(random, key)])),
    segments: {
      crew: {
        included: random.chance(0.4) ? ['ann'] : [],
        excluded: random.chance(0.2) ? ['ben'] : [],
        rules: random.chance(0.6) ? [{ clauses: [clause(random)] }] : [],
      },
    },
  }
}

export function randomFlag(random: Random, key: string): RandomFlag {
  const later = FLAG_KEYS.slice(FLAG_KEYS.indexOf(key) + 1)
  return {
    version: 1 + random.below(6),
    on: random.chance(0.85),
    variations: random.of([
      [true, false, null],
      ['a', 'b', 'c'],
      [{ deep: [1] }, { deep: [2] }, 0],
    ]),
    ...(random.chance(0.8) && { offVariation: random.below(3) }),
    fallthrough: served(random),
    targets: random.chance(0.3) ? [{ variation: random.below(3), values: [random.of(['ann', 'ben'])] }] : [],
    rules: Array.from({ length: random.below(4) }, (_, index) => ({
      id: `rule ${index}`,
      clauses: [segmentOrClause(random)],
      ...served(random),
    })),
    prerequisites:
      later.length > 0 && random.chance(0.25) ? [{ key: random.of(later), variation: random.below(3) }] : [],
    clientSideAvailability: { usingEnvironmentId: true },
  }
}

export function randomIdentity(random: Random, id: string) {
  return {
    unique_identity: id,
    plan: random.of(PLANS),
    seats: random.below(4),
    ...(random.chance(0.5) && { place: { city: random.of(['Oslo', 'Rome']) } }),
  }
}

function served(random: Random) {
  if (random.chance(0.7)) return { variation: random.below(3) }
  const variations = [0, 1, 2].map((variation) => ({ variation, weight: [20_000, 30_000, 50_000][variation] }))
  const kind = random.of(['rollout', 'experiment'])
  return { rollout: { kind, bucketBy: random.of(['key', 'plan']), seed: random.below(9), variations } }
}

const segmentOrClause = (random: Random) =>
  random.chance(0.25) ? { attribute: '', op: 'segmentMatch', values: ['crew'] } : clause(random)

function clause(random: Random) {
  const negate = random.chance(0.2)
  return random.of([
    { attribute: 'plan', op: 'in', values: [random.of(PLANS)], negate },
    { attribute: 'seats', op: 'greaterThan', values: [random.below(4)], negate },
    { attribute: '/place/city', op: 'in', values: ['Oslo'], negate },
  ])
}
