import type { Context } from '../core/model/flag.ts'
import type { CountedFlag } from '../flags/flagStore.ts'
import { kindsOf } from '../flags/readContext.ts'

interface Counter {
  value: unknown
  variation?: number | undefined
  version?: number
  unknown?: true
  count: number
}

interface Feature {
  default: unknown
  counters: Counter[]
  contextKinds: string[]
}

/** The version in events: the flag's own `flagVersion` if it has one, otherwise the service's `version`. */
export const versionOf = (flag: CountedFlag['flag']) => flag?.flagVersion ?? flag?.version

/** Summarises a context's evaluations since the last summary, and resets the counts of the entries. */
export function summarise(
  entries: readonly CountedFlag[],
  context: Context,
  dates: { startDate: number; endDate: number },
): object {
  const contextKinds = kindsOf(context).map(([kind]) => kind)
  // Without a prototype: a flag's key may be that of a property of each object.
  const features = Object.create(null) as Record<string, Feature>
  for (const entry of entries) {
    const { key, flag, fallback, count } = entry
    const { counters } = (features[key] ??= { default: fallback, counters: [], contextKinds })
    const version = versionOf(flag)
    const same = counters.find((counter) => counter.variation === flag?.variation && counter.version === version)
    if (same) same.count += count
    else
      counters.push(
        flag
          ? { value: flag.value, variation: flag.variation, version: version ?? 0, count }
          : { value: fallback, unknown: true, count },
      )
    entry.count = 0
  }
  return { kind: 'summary', ...dates, features, context }
}
