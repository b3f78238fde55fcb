import type { Log } from '../collectorOptions.ts'
import type { EventSink } from '../store/store.ts'
import { reasonOf } from './reasonOf.ts'
import { withTimeout } from './withTimeout.ts'

export type Ready = 'ready' | 'not ready' | 'draining'

/** Whether batches can be taken now. */
export interface Readiness {
  state(): Promise<Ready>
  /** The collector is ending: a balancer shall send no more. */
  drain(): void
}

interface Needs {
  readonly sink: Pick<EventSink, 'name' | 'check'>
  readonly log: Log
  readonly now: () => number
}

/** How long a check may take in milliseconds, and for how long its answer is given again: a check writes, and anybody may ask. */
const CHECK_MS = 2000
const AGAIN_MS = 1000

export function createReadiness({ sink, log, now }: Needs): Readiness {
  let isDraining = false
  let isFailing = false
  let checkedAt = -Infinity
  let latest: Promise<Ready> = Promise.resolve('not ready')

  async function check(): Promise<Ready> {
    try {
      await withTimeout(() => sink.check(), CHECK_MS)
      if (isFailing) log('info', `${sink.name} is ready again.`)
      isFailing = false
      return 'ready'
    } catch (error) {
      // Once: a balancer asks every few seconds.
      if (!isFailing) log('error', `${sink.name} is not ready.`, { reason: reasonOf(error) })
      isFailing = true
      return 'not ready'
    }
  }

  return {
    async state() {
      if (isDraining) return 'draining'
      const isRecent = Math.abs(now() - checkedAt) < AGAIN_MS
      if (!isRecent) {
        checkedAt = now()
        latest = check()
      }
      return latest
    },
    drain() {
      isDraining = true
    },
  }
}
