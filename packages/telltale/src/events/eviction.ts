import type { Stoppable } from '../core/host.ts'
import { sleep } from '../core/lib/time.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import { createByteCounter, overBudget } from './overBudget.ts'
import type { WaitingRoom } from './waitingRoom.ts'

/**
 * The outbox is measured with the first event of a page, since earlier pages may have left many events. It is measured
 * again each time another sixteenth of the budget is written, because a measurement reads the whole outbox.
 */
const MEASUREMENTS = 16

/** How long to wait, in milliseconds, while events are being delivered to a destination. */
const UNDER_WAY_MS = 1_000

interface Needs extends Pick<Platform, 'clock' | 'tabs'> {
  outbox: Outbox
  room: Pick<WaitingRoom, 'forget'>
  maxBytes: number
  /**
   * The locks that are held while events are delivered. Events that are being delivered may well arrive, and are not
   * evicted.
   */
  locks: readonly string[]
  reports: DeliveryReports
}

/** Keeps the outbox within a budget of bytes. */
export function startEviction({ clock, tabs, outbox, room, maxBytes, locks, reports }: Needs): Stoppable {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bytesOf = createByteCounter(true)
  let written = maxBytes
  let isMeasuring = false

  async function measure() {
    if (isMeasuring) return // the running measurement measures again when it is done
    isMeasuring = true
    while (written > 0 && written >= maxBytes / MEASUREMENTS) {
      written = 0
      if (overBudget(await outbox.all(), maxBytes).length > 0) await evict()
    }
    isMeasuring = false
  }

  async function evict() {
    let isEvicted = false
    const task = async () => {
      isEvicted = true
      await evictNow()
    }
    while (!isEvicted && !signal.aborted) {
      // Without the locks once a whole budget has been written since the measurement. Otherwise a destination that
      // never answers would let the outbox grow without limit.
      await (written < maxBytes ? whileHolding(locks, task, signal) : task())
      if (!isEvicted) await sleep(clock, UNDER_WAY_MS, signal)
    }
  }

  async function evictNow() {
    const events = overBudget(await outbox.all(), maxBytes).map(({ event }) => event)
    if (events.length === 0) return
    room.forget(events)
    await outbox.remove(events.map(({ id }) => id))
    reports.dropped(events, {
      where: 'outbox',
      reason: 'over-budget',
      message: `more than ${maxBytes} bytes wait: the oldest are given up (T69)`,
    })
  }

  /** Runs the task while this tab holds all of these locks. Does not run it when one of them is taken. */
  async function whileHolding([lock, ...others]: readonly string[], task: () => Promise<void>, until: AbortSignal) {
    if (lock === undefined) return task()
    await tabs.whileAlone(lock, until, (alone) => whileHolding(others, task, alone))
  }

  const unsubscribe = outbox.onChanged((changes) => {
    for (const change of changes) if (change.type === 'add') written += bytesOf(change.record.event)
    void measure()
  })
  return {
    stop() {
      unsubscribe()
      lifetime.abort()
    },
  }
}
