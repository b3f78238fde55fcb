import { backoffMs, type Backoff } from '../core/lib/backoffMs.ts'
import { childController } from '../core/lib/childController.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { DeliveredPart } from './deliverBatch.ts'

/** Between attempts to deliver what was not taken. */
const RETRY: Backoff = { firstMs: 1_000, maxMs: 60_000 }

/** How long one destination is left alone before it is asked again: longer after each failure in a row. */
export interface RetryPace {
  succeeded(): void
  /** Returns after how many milliseconds to try these again: at least as many as the destination has asked for. */
  failed(parts: readonly Pick<DeliveredPart, 'result'>[]): number
  wait(ms: number): Promise<void>
  /** Ends a wait, unless the destination has asked for it. */
  retryNow(): void
}

interface Needs extends Pick<Platform, 'clock' | 'random'> {
  signal: AbortSignal
}

export function createRetryPace({ clock, random, signal }: Needs): RetryPace {
  let failures = 0
  let waiting = new AbortController()
  /** Until when the destination wants to be left alone, in milliseconds since 1970. */
  let restUntil = 0

  return {
    succeeded: () => void (failures = 0),
    failed(parts) {
      failures += 1
      const askedMs = Math.max(...parts.map(askedMsOf))
      restUntil = askedMs && clock.now() + askedMs
      return Math.max(askedMs, backoffMs(failures, RETRY, random.number()))
    },
    async wait(ms) {
      if (ms === 0) return
      waiting = childController(signal)
      await sleep(clock, ms, waiting.signal)
      waiting.abort()
    },
    retryNow() {
      if (clock.now() >= restUntil) waiting.abort()
    },
  }
}

/** For how long the destination has asked to be left alone, in milliseconds. One of the application’s own may say anything. */
const askedMsOf = ({ result }: Pick<DeliveredPart, 'result'>) =>
  (result.outcome === 'retry' && Number(result.afterMs)) || 0
