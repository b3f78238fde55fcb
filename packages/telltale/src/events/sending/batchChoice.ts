import type { createPostponed } from './postponed.ts'
import type { createIsolation } from './isolation.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'

export interface Choice {
  batch: readonly CompleteRecord[]
  /**
   * `first`: the oldest events. `again`: postponed events of a destination that takes others. `probe`: an event that
   * tells whether the destination works. `blocked`: there is no batch before the next attempt.
   */
  purpose: 'first' | 'again' | 'probe' | 'blocked'
}

interface Needs {
  isolation: ReturnType<typeof createIsolation>
  postponed: ReturnType<typeof createPostponed>
  /** The most events in a batch. */
  maxSize: number
}

/** Chooses the next batch for a destination, and decides from the answers whether the destination works. */
export function createBatchChoice({ isolation, postponed, maxSize }: Needs) {
  /** How many batches the destination has failed for since it took one. Those that were postponed do not count. */
  let failures = 0
  /** Whether it has just taken a probe: it may work again, or the oldest batch may have the cause. */
  let isProbed = false

  /** Whether the destination has taken a batch, and has not failed for two others in a row since. */
  const works = () => isolation.hasTaken() && failures < 2

  return {
    works,
    /** Whether it has taken a batch since it last failed for one that was not postponed. */
    takesOthers: () => isolation.hasTaken() && failures === 0,
    /** Returns how many events to choose from. */
    limit: () => isolation.limit() + postponed.count(),
    next(records: readonly CompleteRecord[]): Choice {
      const others = records.filter((record) => !postponed.has(record))
      const oldest = postponed.withoutIsolated(records)
      if (!works()) {
        const probe = postponed.probe(records, failures)
        if (probe.length > 0) return { batch: probe, purpose: 'probe' }
      }
      // The oldest events come first, so that events arrive in order if the destination works again.
      if (isProbed && others.length < records.length) return { batch: oldest.slice(0, maxSize), purpose: 'again' }
      const isInOrder = !works() || (failures > 0 && others.length === 0)
      const batch = isolation.next(isInOrder ? oldest : others)
      if (batch.length > 0) return { batch, purpose: 'first' }
      const again = works() ? postponed.next(records) : []
      return { batch: again, purpose: again.length === 0 && others.length > 0 ? 'blocked' : 'again' }
    },
    /**
     * Call this after each batch.
     *
     * @returns whether the destination may not work, so that it is left alone before anything else is sent
     */
    hasFailed(purpose: Choice['purpose'], { isTaken, isRetried }: { isTaken: boolean; isRetried: boolean }): boolean {
      const isFailure = !isTaken && isRetried && purpose !== 'again'
      if (isTaken) failures = 0
      else if (isFailure) failures += 1
      isProbed = isTaken && purpose === 'probe'
      return isFailure || (isRetried && !works())
    },
  }
}
