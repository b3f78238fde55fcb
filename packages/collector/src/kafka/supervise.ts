import { setTimeout } from 'node:timers/promises'
import type { Log } from '../collectorOptions.ts'
import { reasonOf } from './reasonOf.ts'

/** Work that goes on until it is stopped. */
export interface Running {
  /** Resolves when it was stopped. Rejects if it cannot go on, with a sentence that says why. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000

/**
 * Runs `session` again and again. One that fails is followed by a new one, after pauses that grow until one has lived.
 *
 * `finalOf` gives the error for one after which it cannot go on.
 *
 * @param session - works until the signal is aborted, and calls `lives` when it has done something
 */
export function supervise(
  session: (signal: AbortSignal, lives: () => void) => Promise<void>,
  { log, finalOf }: { readonly log: Log; readonly finalOf: (error: unknown) => Error | undefined },
): Running {
  const stopping = new AbortController()
  const { signal } = stopping
  let pause = FIRST_PAUSE_MS

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await session(signal, () => (pause = FIRST_PAUSE_MS))
      } catch (error) {
        if (signal.aborted) return
        const final = finalOf(error)
        if (final) throw final
        log('warn', 'It is tried again, because something has failed.', { reason: reasonOf(error), afterMs: pause })
        await setTimeout(pause, undefined, { signal }).catch(() => undefined)
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
      }
    }
  }

  const ended = run()
  // Nobody may be listening yet.
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
