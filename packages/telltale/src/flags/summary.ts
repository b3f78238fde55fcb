import type { Context } from '../core/model/context.ts'
import { kindsOf } from './contextKinds.ts'
import type { Cell } from './flagStore.ts'

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

/** The version that events speak of: the flag's own, where the service's has another number. */
export const versionOf = (flag: Cell['flag']) => flag?.flagVersion ?? flag?.version

/** What a context's evaluations since the last summary come to; begins the cells' counts anew. */
export function summarise(
  cells: readonly Cell[],
  context: Context,
  dates: { startDate: number; endDate: number },
): object {
  const contextKinds = kindsOf(context).map(([kind]) => kind)
  const features = new Map<string, Feature>()
  for (const cell of cells) {
    const { key, flag, fallback, count } = cell
    const feature = features.get(key) ?? { default: fallback, counters: [], contextKinds }
    const version = versionOf(flag)
    const same = feature.counters.find(
      (counter) => counter.variation === flag?.variation && counter.version === version,
    )
    if (same) same.count += count
    else
      feature.counters.push(
        flag
          ? { value: flag.value, variation: flag.variation, version: version ?? 0, count }
          : { value: fallback, unknown: true, count },
      )
    features.set(key, feature)
    cell.count = 0
  }
  return { kind: 'summary', ...dates, features: Object.fromEntries(features), context }
}
