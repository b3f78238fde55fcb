/** What is known of the units of one variation: moments of one figure of each unit, or of two. */
export interface Moments {
  /** The number of units. */
  readonly n: number
  readonly mean: number
  /** The sample variance, with n − 1. */
  readonly variance: number
  /** The other figure: the denominator of a ratio, or what the unit did before its first exposure. */
  readonly other: { readonly mean: number; readonly variance: number; readonly covariance: number }
}

/** A value, and the square of its standard error. */
export interface Estimate {
  readonly n: number
  readonly value: number
  readonly variance: number
}

/** The mean of the units. */
export const meanOf = ({ n, mean, variance }: Moments): Estimate => ({ n, value: mean, variance: variance / n })

/**
 * The ratio of the sums of two figures, such as revenue for each order. Its variance is that of the units, by the delta method: what one unit
 * does is not independent, however often it does it.
 */
export function ratioOf({ n, mean, variance, other }: Moments): Estimate {
  const value = mean / other.mean
  const spread = variance - 2 * value * other.covariance + value ** 2 * other.variance
  return { n, value, variance: Math.max(0, spread) / (n * other.mean ** 2) }
}

/**
 * The means without what the units' own past explains (CUPED: Deng, Xu, Kohavi and Walker, 2013). The slope is that within the variations, so that
 * the difference between them is not taken away.
 */
export function adjustedMeans(variations: readonly Moments[]): readonly Estimate[] {
  const within = (of: (one: Moments) => number) => variations.reduce((sum, one) => sum + (one.n - 1) * of(one), 0)
  const spread = within(({ other }) => other.variance)
  const slope = spread > 0 ? within(({ other }) => other.covariance) / spread : 0
  const units = variations.reduce((sum, { n }) => sum + n, 0)
  const past = variations.reduce((sum, { n, other }) => sum + n * other.mean, 0) / units
  return variations.map(({ n, mean, variance, other }) => ({
    n,
    value: mean - slope * (other.mean - past),
    variance: Math.max(0, variance + slope ** 2 * other.variance - 2 * slope * other.covariance) / n,
  }))
}
