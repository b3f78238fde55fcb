import { childController } from '../core/lib/childController.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Clock } from '../core/ports/clock.ts'

/** A destination that has not answered for so long is reported, in milliseconds. */
const SILENCE_MS = 30_000

/** Watches whether one destination answers. */
export interface SilenceWatch {
  /** It was sent something. */
  asked(): void
  /** It has answered: a later silence is reported again. */
  answered(): void
}

export interface SilenceNeeds {
  clock: Clock
  signal: AbortSignal
  /** It was asked 30 seconds ago and has not answered since. Called once until it answers. */
  onSilent(): void
}

export function createSilenceWatch({ clock, signal, onSilent }: SilenceNeeds): SilenceWatch {
  let watching: AbortController | undefined

  async function watch(own: AbortController) {
    await sleep(clock, SILENCE_MS, own.signal)
    if (!own.signal.aborted) onSilent()
  }

  return {
    asked() {
      if (watching) return
      watching = childController(signal)
      void watch(watching)
    },
    answered() {
      watching?.abort()
      watching = undefined
    },
  }
}
