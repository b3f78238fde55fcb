import { type Backoff, createRetry, type Retry } from '../../core/lib/retry.ts'
import { sleep } from '../../core/lib/time.ts'
import { createWakeUp } from '../../core/lib/waits.ts'
import type { Platform } from '../../core/ports/platform.ts'

/** The delays between attempts to deliver events that were not taken. */
export const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000 }
/** How long events are collected before they are sent in one batch, in milliseconds. */
const BATCH_WINDOW_MS = 250
/** The least time between two batches of new events, in milliseconds. The batches of a backlog follow each other at once. */
const BATCH_INTERVAL_MS = 1_000

interface Needs extends Pick<Platform, 'clock' | 'random'> {
  /** Whether events are collected for a moment. A script in the page gets each at once. */
  collects: boolean
  /** Ends everything. */
  signal: AbortSignal
}

/** When a destination gets events. */
export interface DeliverySchedule {
  /** Counts failures, and knows until when the destination asks to be left alone. */
  readonly retry: Retry
  /** There are new events, or some that are due again. */
  wake(): void
  /** A batch is sent now. */
  batchStarts(): void
  /**
   * Runs until the signal aborts.
   *
   * @param whenReady resolves when the destination takes events; must not reject
   * @param attempt returns the time until the next attempt, in milliseconds, or a negative number when no event is left
   */
  run(whenReady: () => Promise<unknown>, attempt: () => Promise<number>): Promise<void>
  /** Ends a wait because the page or the network is back. A wait that the destination has asked for is kept. */
  retryNow(): void
}

export function createDeliverySchedule({ clock, random, collects, signal }: Needs): DeliverySchedule {
  const wakeUp = createWakeUp(signal)
  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  let nextAt = 0
  return {
    retry,
    wake: wakeUp.notify,
    batchStarts: () => void (nextAt = clock.now() + BATCH_INTERVAL_MS),
    async run(whenReady, attempt) {
      while (!signal.aborted) {
        await wakeUp.wait()
        if (collects) {
          const restMs = Math.min(BATCH_INTERVAL_MS, nextAt - clock.now())
          await sleep(clock, Math.max(BATCH_WINDOW_MS, restMs), signal)
        }
        await whenReady()
        for (let delayMs = 0; delayMs >= 0 && !signal.aborted;) {
          await retry.wait(delayMs)
          delayMs = await attempt()
        }
      }
    },
    retryNow() {
      wakeUp.notify()
      retry.retryNow()
    },
  }
}
