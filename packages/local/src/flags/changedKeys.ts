import { isDeepStrictEqual } from 'node:util'
import type { Environment } from './environment.ts'
import type { ServerFlag } from './serverFlag.ts'

/** The flags whose results may be others now: those that were changed, and those that need them. */
export function changedKeys(before: Environment['flags'], now: Environment['flags']): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!isDeepStrictEqual(before[key], now[key])) changed.add(key)
  const needs = (flag: ServerFlag) => flag.prerequisites.some(({ key }) => changed.has(key))
  for (let size = -1; size !== changed.size;) {
    size = changed.size
    for (const [key, flag] of Object.entries(now)) if (needs(flag)) changed.add(key)
  }
  return changed
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
