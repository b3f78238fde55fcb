import type { Clause, ServerFlag, ServerSegment } from '../flags/serverFlag.ts'
import type { Version, VersionStore } from './versionStore.ts'

/** A flag as it was, with everything that its value depended on. */
export interface FlagState {
  /** Absent if there was none. */
  readonly flag?: ServerFlag
  /** The version of the flag alone. */
  readonly own: Version
  readonly flags: Readonly<Record<string, ServerFlag>>
  readonly segments: Readonly<Record<string, ServerSegment>>
  /** The number of the state in which this began. */
  readonly began: number
  /** The number of the state that was asked for. */
  readonly state: number
}

interface FlagPlace {
  /** A client-side id. */
  readonly environment: string
  readonly key: string
}

/** The flag in a state, then as it was before that, and so on, as far as that is known. */
export function* flagStates(store: VersionStore, place: FlagPlace, from: number): Generator<FlagState> {
  const floor = store.floor()
  for (let state = from; state >= Math.max(floor, 1);) {
    const found = flagStateAt(store, place, state)
    if (found === undefined) return
    yield found
    state = found.began - 1
  }
}

function flagStateAt(store: VersionStore, { environment, key }: FlagPlace, state: number): FlagState | undefined {
  const flags = new Map<string, ServerFlag>()
  const segments = new Map<string, ServerSegment>()
  let began = 0

  function read(kind: 'flag' | 'segment', name: string): Version | undefined {
    const version = store.version({ kind, environment: kind === 'flag' ? environment : '', key: name }, state)
    began = Math.max(began, version?.state ?? 0)
    return version
  }

  function addFlag(name: string): Version | undefined {
    const version = read('flag', name)
    const flag = contentOf<ServerFlag>(version)
    if (flag === undefined) return version
    flags.set(name, flag)
    for (const prerequisite of flag.prerequisites) if (!flags.has(prerequisite.key)) addFlag(prerequisite.key)
    for (const { clauses } of flag.rules) addSegments(clauses)
    return version
  }

  function addSegments(clauses: readonly Clause[]): void {
    for (const name of segmentsIn(clauses)) {
      const segment = segments.has(name) ? undefined : contentOf<ServerSegment>(read('segment', name))
      if (segment === undefined) continue
      segments.set(name, segment)
      for (const rule of segment.rules ?? []) addSegments(rule.clauses)
    }
  }

  const own = addFlag(key)
  if (own === undefined) return undefined
  const flag = flags.get(key)
  return {
    ...(flag && { flag }),
    own,
    flags: Object.fromEntries(flags),
    segments: Object.fromEntries(segments),
    began,
    state,
  }
}

/** The keys of the segments that clauses name. */
const segmentsIn = (clauses: readonly Clause[]): readonly string[] =>
  clauses.flatMap(({ op, values }) => (op === 'segmentMatch' ? values.filter((one) => typeof one === 'string') : []))

const contentOf = <T>(version: Version | undefined): T | undefined =>
  version?.json == null ? undefined : (JSON.parse(version.json) as T)
