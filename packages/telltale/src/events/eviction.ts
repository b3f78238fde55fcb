import type { Stoppable } from '../core/host.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { EventReports } from './eventReports.ts'
import type { Outbox } from './outbox.ts'
import { createScale, overBudget } from './overBudget.ts'
import type { WaitingRoom } from './waitingRoom.ts'

/**
 * The outbox is measured with the first event of a page, since earlier pages may have left much, and each time another
 * sixteenth of the budget is written: measuring reads all of it.
 */
const MEASUREMENTS = 16

/** How long to wait, in milliseconds, while events are on their way to a destination. */
const UNDER_WAY_MS = 1_000

interface Needs extends Pick<Platform, 'clock' | 'tabs'> {
  outbox: Outbox
  room: Pick<WaitingRoom, 'forget'>
  maxBytes: number
  /** Held while events are delivered: what is on its way may well arrive, and is not evicted. */
  locks: readonly string[]
  reports: EventReports
}

/** Keeps the outbox within a budget of bytes. */
export function startEviction({ clock, tabs, outbox, room, maxBytes, locks, reports }: Needs): Stoppable {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bytesOf = createScale(true)
  let written = maxBytes
  let isMeasuring = false

  async function measure() {
    if (isMeasuring) return // it looks once more when it is done
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
      // A destination that never answers does not let the outbox grow for ever.
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
      message: `more than ${maxBytes} bytes wait: the oldest are given up`,
    })
  }

  /** Does it while this tab holds all of these locks; not at all where one of them is taken. */
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
