import type { Stoppable } from '../core/host.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { RECOMMENDED_WAIT_MS } from '../core/lib/recommendedWaitMs.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Clock } from '../core/ports/clock.ts'

/** A wait with a time limit. */
export type Wait = Promise<void> & { isOver?: true }

/**
 * Whether it has been found out who is here and what is switched on for them; a failure is an answer too. Once true, it stays
 * so: what changes afterwards is corrected, not taken away.
 */
export interface Readiness extends Readable<boolean> {
  /**
   * Resolves when that is so, or after so many milliseconds: five seconds or less are recommended, and more is warned of. The same
   * promise for the same limit. Never rejects.
   */
  within(limitMs: number): Wait
}

/** @param warn told of a limit that is too long */
export function createReadiness(
  inForce: Readable<FlagsInForce>,
  clock: Clock,
  warn: (message: string) => void,
): Readiness & Stoppable {
  const isReady = writable(false)
  const waits = new Map<number, Wait>()
  const over = new AbortController()
  const unwatch = inForce.subscribe(look)
  look()

  function look() {
    if (!inForce.get().isReady) return
    stop()
    isReady.set(true)
  }

  function stop() {
    unwatch()
    over.abort()
  }

  return {
    ...isReady,
    within(limitMs) {
      if (limitMs > RECOMMENDED_WAIT_MS) {
        warn(`ready.within: wait for ${RECOMMENDED_WAIT_MS} ms or less, not ${limitMs}.`)
      }
      const wait: Wait = waits.get(limitMs) ?? sleep(clock, limitMs, over.signal).then(() => void (wait.isOver = true))
      waits.set(limitMs, wait)
      return wait
    },
    stop,
  }
}
