import type { Comparison, Interval, Method } from './compare.ts'
import type { Step } from './funnel.ts'
import type { Guard } from './guard.ts'
import type { Metric } from './metrics.ts'
import type { Needed } from './needed.ts'

/** What an experiment says of a variation. `better`, `worse`: the interval of the difference leaves out zero. */
export interface VariationResult extends Comparison {
  readonly variation: string
  readonly decision: 'better' | 'worse' | 'none'
}

/** The differences as somebody has seen them who looked then. */
export interface CoursePoint {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly differences: readonly (Interval & { readonly variation: string })[]
}

export interface MetricResult {
  readonly metric: Metric
  readonly variations: readonly (Interval & { readonly variation: string; readonly units: number })[]
  readonly comparisons: readonly VariationResult[]
  readonly cutAt?: number
  readonly explained?: number
  readonly notNumbers: number
  /** For a funnel. */
  readonly steps?: readonly Step[]
  /** What was said at the end of each day, or of some days each, if it was asked for: for the anytime method only. */
  readonly course?: readonly CoursePoint[]
  /** What would be needed to find the effect, if there is no decision. */
  readonly needed?: Needed
  readonly sentence: string
}

export interface ExperimentAnswer {
  readonly flag: string
  readonly app: string
  readonly promotion?: string
  readonly unit: string
  readonly isMarked: boolean
  /** When the first and the latest unit were shown the flag, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly method: Method
  readonly alpha: number
  readonly control: string
  readonly units: readonly { readonly variation: string; readonly units: number }[]
  readonly guards: readonly Guard[]
  readonly metrics: readonly MetricResult[]
  readonly sentence: string
}
