import { childController, sleep, type Timer } from './time.ts'

export interface Backoff {
  /** The delay after the first failure, in milliseconds. */
  firstMs: number
  /** No delay is longer than this, in milliseconds. */
  maxMs: number
}

/** Controls when a request that has failed is sent again. The delay is longer after each failure in a row. */
export interface Retry {
  /** The number of attempts that have failed in a row. */
  readonly failures: number
  succeeded(): void
  /**
   * Counts a failure, and returns the delay before the next attempt, in milliseconds.
   *
   * @param retryAfterMs how long the server asks to be left alone, in milliseconds. The back-off is added to it:
   *   otherwise all clients to which the server has given the same time would return at once.
   */
  failed(retryAfterMs?: number): number
  /** Resolves after the delay, at `retryNow`, or when the signal aborts. */
  wait(delayMs: number): Promise<void>
  /** Ends the wait, unless the server has asked for it. */
  retryNow(): void
}

interface Needs {
  clock: Timer & { now(): number }
  random: { number(): number }
  backoff: Backoff
  signal?: AbortSignal
}

/** The one rule for retries, for all requests of the library. */
export function createRetry({ clock, random, backoff, signal }: Needs): Retry {
  let failures = 0
  let waiting = childController(signal)
  /** Until when the server asks to be left alone, in milliseconds since 1970. */
  let restUntil = 0

  return {
    get failures() {
      return failures
    },
    succeeded: () => void (failures = restUntil = 0),
    failed(retryAfterMs = 0) {
      failures += 1
      restUntil = retryAfterMs && clock.now() + retryAfterMs
      return retryAfterMs + backoffMs(failures, backoff, random.number())
    },
    async wait(delayMs) {
      if (delayMs === 0) return
      waiting = childController(signal)
      await sleep(clock, delayMs, waiting.signal)
      waiting.abort()
    },
    retryNow() {
      if (clock.now() >= restUntil) waiting.abort()
    },
  }
}

/**
 * Returns the delay before the next attempt, in milliseconds. The delay doubles with each failure up to a maximum, and
 * is shortened by up to half.
 *
 * @param failures the number of attempts that have failed in a row; 1 for the first
 * @param random in [0, 1); spreads clients that failed at the same moment
 */
function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random: number): number {
  const delay = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(delay * (1 - random / 2))
}
