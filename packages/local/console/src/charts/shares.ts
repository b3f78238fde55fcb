import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import { asText } from '../format/asText.ts'

/** How often one variation of a flag was evaluated. */
export interface VariationShare {
  /** The index of the variation, or -1 for the application's fallback. */
  readonly variation: number
  readonly name: string
  readonly count: number
}

export interface FlagShares {
  readonly key: string
  readonly total: number
  readonly shares: readonly VariationShare[]
}

/**
 * How often each variation of each flag was evaluated. The most evaluated flag comes first, and flags without evaluations are
 * omitted.
 */
export function flagShares(
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>,
  environments: readonly ConsoleEnvironment[],
): readonly FlagShares[] {
  const flags = new Map(environments.flatMap((one) => one.flags.map((flag) => [flag.key, flag] as const)))
  return Object.entries(counts)
    .map(([key, ofFlag]) => {
      const shares = Object.entries(ofFlag)
        .filter(([, count]) => count > 0)
        .map(([name, count]): VariationShare => {
          const variation = name === 'fallback' ? -1 : Number(name)
          const value = flags.get(key)?.variations[variation]
          return {
            variation,
            name: variation < 0 ? 'fallback' : value === undefined ? `variation ${name}` : asText(value),
            count,
          }
        })
      return { key, total: shares.reduce((sum, { count }) => sum + count, 0), shares }
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || a.key.localeCompare(b.key))
}
