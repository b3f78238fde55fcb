/** What is known of the units of one variation: moments of one figure of each unit, or of two. */
export interface Moments {
  /** The number of units. */
  readonly n: number
  /** The number of units whose other figure is not zero. */
  readonly based: number
  readonly mean: number
  /** The sample variance, with n − 1. */
  readonly variance: number
  /** The other figure: the denominator of a ratio, or what the unit did before its first exposure. */
  readonly other: { readonly mean: number; readonly variance: number; readonly covariance: number }
}

/** A value, and the square of its standard error. */
export interface Estimate {
  readonly n: number
  /** The number of units that have a figure. */
  readonly based: number
  readonly value: number
  readonly variance: number
}

/** The mean of the units. */
export const meanOf = ({ n, mean, variance }: Moments): Estimate => ({
  n,
  based: n,
  value: mean,
  variance: variance / n,
})

/**
 * The ratio of the sums of two figures, such as revenue for each order. Its variance is that of the units, by the delta method: what one unit
 * does is not independent, however often it does it.
 */
export function ratioOf({ n, based, mean, variance, other }: Moments): Estimate {
  const value = mean / other.mean
  const spread = variance - 2 * value * other.covariance + value ** 2 * other.variance
  return { n, based, value, variance: Math.max(0, spread) / other.mean ** 2 / n }
}

/**
 * How much more a unit does for each thing that it has done before. The slope is that within the variations, so that the difference between
 * them is not taken away.
 */
export function slopeOf(variations: readonly Moments[]): number {
  const within = (of: (one: Moments) => number) => variations.reduce((sum, one) => sum + (one.n - 1) * of(one), 0)
  const spread = within(({ other }) => other.variance)
  return spread > 0 ? within(({ other }) => other.covariance) / spread : 0
}

/**
 * The means without what the units' own past explains (CUPED: Deng, Xu, Kohavi and Walker, 2013).
 *
 * @param left - the variance of what is left of each unit's figure, by variation. It is not the difference of the moments: of large figures, that
 * is the error of their rounding.
 */
export function adjustedMeans(
  variations: readonly Moments[],
  slope: number,
  left: readonly number[],
): readonly Estimate[] {
  const units = variations.reduce((sum, { n }) => sum + n, 0)
  const past = variations.reduce((sum, { n, other }) => sum + n * other.mean, 0) / units
  return variations.map(({ n, mean, other }, at) => ({
    ...{ n, based: n },
    value: mean - slope * (other.mean - past),
    variance: (left[at] ?? 0) / n,
  }))
}
