import type { LossReport } from '@telltale/collector'
import type { Collector } from '../collector/collector.ts'

/** How many events are missing, as the console shows it. */
export type ConsoleLoss = Omit<LossReport, 'by'>

/** Counts the missing events again when they may have changed. */
export interface LossWatch {
  /** Call this when the numbers may have changed. */
  changed(): void
  /** Call this when a console has opened, which needs the numbers even if they have not changed. */
  opened(): void
  close(): void
}

// Batches a burst of deliveries.
const GATHER_MS = 200
/** The least time between two counts. */
const PAUSE_MS = 1000
/** A count reads all events. It takes at most one part in so many of the time of the process. */
const SHARE = 20

export function createLossWatch(collector: Pick<Collector, 'loss'>, report: (loss: ConsoleLoss) => void): LossWatch {
  let timer: NodeJS.Timeout | undefined
  let status: 'idle' | 'counting' | 'counting, and changed since' | 'closed' = 'idle'
  let earliest = 0
  let reported: string | undefined

  async function count(): Promise<void> {
    timer = undefined
    status = 'counting'
    const startedAt = Date.now()
    // A store that cannot be read is reported where events are written.
    const all = await collector.loss().catch(() => undefined)
    if (isClosed()) return
    const now = Date.now()
    earliest = now + Math.max(PAUSE_MS, (now - startedAt) * SHARE)
    const hasChanged = isStale()
    status = 'idle'
    if (all !== undefined) {
      const { by: _, ...loss } = all
      const text = JSON.stringify(loss)
      if (text !== reported) report(loss)
      reported = text
    }
    if (hasChanged) changed()
  }
  // Functions, because the status changes while the count waits.
  const isClosed = () => status === 'closed'
  const isStale = () => status === 'counting, and changed since'

  function changed(): void {
    if (status === 'idle') timer ??= setTimeout(() => void count(), Math.max(GATHER_MS, earliest - Date.now()))
    else if (status === 'counting') status = 'counting, and changed since'
  }

  return {
    changed,
    opened() {
      reported = undefined
      changed()
    },
    close() {
      status = 'closed'
      clearTimeout(timer)
    },
  }
}
