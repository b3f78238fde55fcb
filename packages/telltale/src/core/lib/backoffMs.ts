export interface Backoff {
  /** The delay after the first failure, in milliseconds. */
  firstMs: number
  /** No delay is longer than this, in milliseconds. */
  maxMs: number
}

/**
 * The delay before the next try, in milliseconds: doubled with each failure, capped, and shortened by up to half.
 *
 * @param failures how many tries have failed in a row; 1 for the first
 * @param random in [0, 1): spreads clients that failed at the same moment
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random: number): number {
  const delay = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(delay * (1 - random / 2))
}
