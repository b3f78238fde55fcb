import { eventError, type LatestError, latestError } from './eventError.ts'
import { type Period, stepOf, stepsIn } from './period.ts'
import { type ErrorPlace, isOwn, type SeenEvent } from './seenEvent.ts'

/** Names, the most frequent first, and how many others there are. */
export interface Names {
  readonly names: readonly string[]
  readonly more: number
}

/** The errors of one fingerprint, in one application and level. */
export interface ErrorGroup extends ErrorPlace {
  readonly fingerprint: string
  /** Those of the latest event. */
  readonly type: string
  readonly message: string
  /** How many errors happened, with those that were only counted. */
  readonly errors: number
  /** How many persons and visitors had it. */
  readonly people: number
  /** How many of the errors happened to somebody who used the application as somebody else. */
  readonly impersonated: number
  /** How many of the errors happened in browsers that a program controlled. */
  readonly automated: number
  /** How many of the errors happened while it was not known to whom. */
  readonly unknown: number
  readonly first: number
  readonly last: number
  readonly releases: Names
  readonly routes: Names
  /** The errors in each step of the period. */
  readonly counts: readonly number[]
}

/** Names of releases and of routes that a group has. */
const MOST_NAMES = 10

type Counts = Map<string, number>

interface Gathered {
  readonly fingerprint: string
  readonly place: ErrorPlace
  type: string
  message: string
  readonly sums: { errors: number; impersonated: number; automated: number; unknown: number }
  readonly units: Set<string>
  first: number
  last: number
  latest: LatestError
  readonly releases: Counts
  readonly routes: Counts
  readonly counts: number[]
}

/** Gathers errors by fingerprint, application and level, from one event after another, in any order. */
export function gatherErrors(period: Period) {
  const groups = new Map<string, Gathered>()
  /** The persons that visitors have become. */
  const joined = new Map<string, string>()
  let withoutFingerprint = 0

  const peopleIn = ({ units }: Gathered) => new Set([...units].map((unit) => joined.get(unit) ?? unit)).size

  function groupOf(seen: SeenEvent, fingerprint: string): Gathered {
    const { place, at } = seen
    const key = JSON.stringify([fingerprint, place.app, place.promotion])
    const known = groups.get(key)
    if (known !== undefined) return known
    const made: Gathered = {
      ...{ fingerprint, place, type: '', message: '', first: at, last: -Infinity, latest: latestError(seen) },
      sums: { errors: 0, impersonated: 0, automated: 0, unknown: 0 },
      ...{ units: new Set(), releases: new Map(), routes: new Map() },
      counts: Array.from({ length: stepsIn(period) }, () => 0),
    }
    groups.set(key, made)
    return made
  }

  return {
    add(seen: SeenEvent): void {
      if (seen.joins !== undefined && seen.unit !== undefined && isOwn(seen)) joined.set(seen.joins, seen.unit)
      const error = eventError(seen)
      if (error === undefined) return
      if (error.fingerprint === undefined) {
        withoutFingerprint += error.count
        return
      }
      const group = groupOf(seen, error.fingerprint)
      const { at, unit, release, route, isImpersonated, isAutomated } = seen
      const { count } = error
      const { sums } = group
      sums.errors += count
      if (isImpersonated) sums.impersonated += count
      else if (isAutomated) sums.automated += count
      else if (unit === undefined) sums.unknown += count
      else group.units.add(unit)
      addTo(group.releases, release, count)
      addTo(group.routes, route, count)
      const step = stepOf(at, period)
      group.counts[step] = (group.counts[step] ?? 0) + count
      group.first = Math.min(group.first, at)
      if (at < group.last) return
      Object.assign(group, { last: at, type: error.type, message: error.message, latest: latestError(seen) })
    },
    /** Those that most people have had come first. */
    groups: (): readonly { readonly group: ErrorGroup; readonly latest: LatestError }[] =>
      [...groups.values()]
        .map((one) => ({ group: groupIn(one, peopleIn(one)), latest: one.latest }))
        .sort(
          ({ group: a }, { group: b }) =>
            b.people - a.people || b.errors - a.errors || b.last - a.last || (a.fingerprint < b.fingerprint ? -1 : 1),
        ),
    withoutFingerprint: () => withoutFingerprint,
  }
}

function groupIn(gathered: Gathered, people: number): ErrorGroup {
  const { fingerprint, place, type, message, sums, first, last, counts } = gathered
  const releases = namesIn(gathered.releases)
  return {
    fingerprint,
    ...place,
    type,
    message,
    ...sums,
    people,
    first,
    last,
    releases,
    routes: namesIn(gathered.routes),
    counts,
  }
}

function addTo(counts: Counts, name: string | undefined, count: number): void {
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + count)
}

function namesIn(counts: Counts): Names {
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
  return { names: names.slice(0, MOST_NAMES), more: Math.max(0, names.length - MOST_NAMES) }
}
