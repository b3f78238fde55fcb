import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../json/isRecord.ts'
import type { Environment } from './environment.ts'
import type { FlagsFile } from './flagsFile.ts'
import type { Clause, ServerFlag } from './serverFlag.ts'

/**
 * The flags whose results may be others now: those that were changed, and those that need them or one of `segments`, which were
 * changed.
 */
export function changedKeys(
  before: Environment['flags'],
  now: Environment['flags'],
  segments: ReadonlySet<string>,
): ReadonlySet<string> {
  return withNeedy(
    now,
    differing(before, now),
    (flag, changed) =>
      flag.prerequisites.some(({ key }) => changed.has(key)) ||
      flag.rules.some(({ clauses }) => speaksOf(clauses, segments)),
  )
}

/** The segments that may have others in them now: those that were changed, and those that speak of them. */
export function changedSegments(before: FlagsFile['segments'], now: FlagsFile['segments']): ReadonlySet<string> {
  return withNeedy(
    now,
    differing(before, now),
    ({ rules }, changed) =>
      Array.isArray(rules) && rules.some((rule) => isRecord(rule) && speaksOf(rule['clauses'] as Clause[], changed)),
  )
}

function differing(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return new Set([...keys].filter((key) => !isDeepStrictEqual(before[key], now[key])))
}

/** Adds what needs what was changed, until nothing more does. */
function withNeedy<T>(
  all: Readonly<Record<string, T>>,
  changed: Set<string>,
  needs: (one: T, changed: ReadonlySet<string>) => boolean,
): ReadonlySet<string> {
  for (let size = -1; size !== changed.size;) {
    size = changed.size
    for (const [key, one] of Object.entries(all)) if (needs(one, changed)) changed.add(key)
  }
  return changed
}

function speaksOf(clauses: readonly Clause[] | undefined, segments: ReadonlySet<string>): boolean {
  return (
    clauses?.some(({ op, values }) => op === 'segmentMatch' && values.some((key) => segments.has(String(key)))) === true
  )
}

/** Only these flags, and what they need. */
export function flagsAround(keys: Iterable<string>, flags: Environment['flags']): Environment['flags'] {
  const around: Record<string, ServerFlag> = {}
  function take(key: string): void {
    const flag = Object.hasOwn(flags, key) ? flags[key] : undefined
    if (flag === undefined || Object.hasOwn(around, key)) return
    around[key] = flag
    for (const { key: other } of flag.prerequisites) take(other)
  }
  for (const key of keys) take(key)
  return around
}
