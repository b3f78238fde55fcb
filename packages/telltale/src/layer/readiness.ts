import type { Stoppable } from '../core/host.ts'
import { writable, type Readable, type Watchable } from '../core/lib/readable.ts'
import { RECOMMENDED_WAIT_MS, sleep } from '../core/lib/time.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Clock } from '../core/ports/platform.ts'

/** A wait with a time limit. */
export type Wait = Promise<void> & {
  /** Set when the wait has ended, for whatever reason. `ready.get()` says whether the layer is ready. */
  isOver?: true
}

/**
 * Whether the current user and the flags of that user are known; a failure counts as an answer, too. Once true, it stays true:
 * later changes update the values.
 */
export interface Readiness extends Readable<boolean> {
  /**
   * Resolves when the layer is ready, or after `limitMs` milliseconds: five seconds or less is recommended, and a longer limit
   * logs a warning. Returns the same promise for the same limit. Never rejects.
   */
  within(limitMs: number): Wait
}

/** @param warn called when a limit is too long */
export function createReadiness(
  flags: Watchable<FlagsInForce>,
  clock: Clock,
  warn: (message: string) => void,
): Readiness & Stoppable {
  const isReady = writable(false)
  const waits = new Map<number, Wait>()
  const over = new AbortController()
  const unwatch = flags.watch(check)
  check()

  function check() {
    if (!flags.get().isReady) return
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
        warn(`ready.within: wait for ${RECOMMENDED_WAIT_MS} ms or less. (T47)`)
      }
      const wait: Wait = waits.get(limitMs) ?? sleep(clock, limitMs, over.signal).then(() => void (wait.isOver = true))
      waits.set(limitMs, wait)
      return wait
    },
    stop,
  }
}
