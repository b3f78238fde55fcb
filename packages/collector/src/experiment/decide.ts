import { compare, type Comparison, type Confidence } from './compare.ts'
import type { Estimate } from './estimates.ts'
import type { Metric } from './metrics.ts'
import type { VariationResult } from './result.ts'

/** How the variations of an experiment are compared. */
export interface About {
  readonly control: string
  readonly others: readonly string[]
  readonly confidence: Confidence
  readonly effect: number
  /** Below this number of units in a variation, there is no result. */
  readonly leastUnits: number
  /** Since the first unit. */
  readonly days: number
}

/** What is said of the other variations. */
export function comparisonsOf(
  metric: Metric,
  estimates: ReadonlyMap<string, Estimate>,
  { control, others, confidence, leastUnits }: About,
) {
  const base = estimates.get(control)
  return others.flatMap((variation) => {
    const other = estimates.get(variation)
    const isEnough = base && other && Math.min(base.based, other.based) >= leastUnits
    return isEnough ? [decided({ variation, ...compare(base, other, confidence) }, metric)] : []
  })
}

function decided(one: Comparison & { readonly variation: string }, { lessIsBetter = false }: Metric): VariationResult {
  const { low, high } = one.difference
  if (!(low > 0 || high < 0)) return { ...one, decision: 'none' }
  return { ...one, decision: high < 0 === lessIsBetter ? 'better' : 'worse' }
}
