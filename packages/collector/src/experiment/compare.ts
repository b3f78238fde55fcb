import { normalBelow, normalQuantile } from './distributions.ts'
import type { Estimate } from './estimates.ts'

export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/**
 * How an interval is made. `anytime`: it holds however often, and whenever, somebody looks (an asymptotic confidence sequence). `fixed`: it holds
 * for one look, at an end that was declared before.
 */
export type Method = 'anytime' | 'fixed'

export interface Confidence {
  readonly method: Method
  /** The probability with which an interval may miss the true value, such as 0.05, already divided by the number of comparisons. */
  readonly alpha: number
}

/** An interval that may always miss has no width. */
const LARGEST_ALPHA = 0.999999

/** The interval of an anytime method is the narrowest at about this number of units. Source: GrowthBook's default of its sequential tests. */
const TUNED_FOR = 5_000

/**
 * How many standard errors an interval extends to each side.
 *
 * `anytime` is the boundary of a mixture of normal distributions: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
 * theory and asymptotic confidence sequences", 2021, equation 14, with ρ tuned as in their appendix B.2.
 *
 * @param n the number of units in both variations
 */
export function standardErrors({ method, alpha: wanted }: Confidence, n: number): number {
  const alpha = Math.min(wanted, LARGEST_ALPHA)
  if (method === 'fixed') return normalQuantile(1 - alpha / 2)
  const spread = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / TUNED_FOR
  const grown = n * spread + 1
  return Math.sqrt(((2 * grown) / (n * spread)) * Math.log(Math.sqrt(grown) / alpha))
}

/** How often an effect is to be found that is there. */
export const POWER = 0.8

export interface Comparison {
  readonly difference: Interval
  /** The difference relative to the control. Absent if the control is not above zero. */
  readonly lift?: Interval
  /** The two-sided probability of a difference as large as this one without any effect. For a fixed end only. */
  readonly pValue?: number
  /** The smallest difference that would be found in four of five such experiments. */
  readonly smallest: number
}

const around = (value: number, margin: number): Interval => ({ value, low: value - margin, high: value + margin })

/** The difference of a variation and the control, and the relative one by the delta method. */
export function compare(control: Estimate, other: Estimate, confidence: Confidence): Comparison {
  const margin = standardErrors(confidence, control.n + other.n)
  const error = Math.sqrt(control.variance + other.variance)
  const value = other.value - control.value
  const ratio = other.value / control.value
  const liftError = Math.sqrt(other.variance + ratio ** 2 * control.variance) / control.value
  const lift = around(value / control.value, margin * liftError)
  return {
    difference: around(value, margin * error),
    ...(control.value > 0 && [lift.low, lift.high].every(Number.isFinite) && { lift }),
    ...(confidence.method === 'fixed' && {
      pValue: error > 0 ? 2 * normalBelow(-Math.abs(value) / error) : value === 0 ? 1 : 0,
    }),
    smallest: (margin + normalQuantile(POWER)) * error,
  }
}

/** The interval of one estimate. */
export const intervalOf = (one: Estimate, confidence: Confidence): Interval =>
  around(one.value, standardErrors(confidence, one.n) * Math.sqrt(one.variance))
