import type { Stoppable } from '../core/host.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/json.ts'
import { sleep } from '../core/lib/time.ts'
import type { Diagnostics } from '../core/model/diagnostics.ts'
import type { Clock } from '../core/ports/platform.ts'
import { HOLD, refuserIn } from '../core/ports/eventStore.ts'
import type { Outbox } from './outbox.ts'

/** How long to wait before the events are counted again, in milliseconds. */
const REST_MS = 250

export type EventCounts = Pick<Diagnostics, 'waiting' | 'refused'>

interface Needs {
  clock: Clock
  outbox: Pick<Outbox, 'counts' | 'onChanged'>
  /** The names of the destinations. */
  destinations: readonly string[]
}

/**
 * The number of events that wait, and of events that were refused, including those of other tabs and of earlier visits.
 * The events are counted while there is a subscriber, and once more after each reading that was out of date.
 */
export function watchCounts({ clock, outbox, destinations }: Needs): Readable<EventCounts> & Stoppable {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const counts = writable<EventCounts>({ waiting: { held: 0, unread: {} }, refused: {} })
  let subscribers = 0
  let isOutOfDate = true
  let isCounting = false

  async function count() {
    if (isCounting || !isOutOfDate || signal.aborted) return
    isCounting = true
    isOutOfDate = false
    const next = countsOf(await outbox.counts(), destinations)
    if (!signal.aborted && !sameJson(next, counts.get())) counts.set(next)
    if (subscribers > 0) await sleep(clock, REST_MS, signal)
    isCounting = false
    if (subscribers > 0) void count()
  }

  const unsubscribe = outbox.onChanged(() => {
    isOutOfDate = true
    if (subscribers > 0) void count()
  })
  return {
    get() {
      void count()
      return counts.get()
    },
    subscribe(listener) {
      const end = counts.subscribe(listener)
      let isSubscribed = true
      subscribers += 1
      void count()
      return () => {
        end()
        if (isSubscribed) subscribers -= 1
        isSubscribed = false
      }
    },
    stop() {
      unsubscribe()
      lifetime.abort()
    },
  }
}

function countsOf(byTask: Readonly<Record<string, number>>, destinations: readonly string[]): EventCounts {
  const refused = Object.entries(byTask).flatMap(([task, count]) => {
    const destination = refuserIn(task)
    return destination === undefined ? [] : [[destination, count]]
  })
  const { [HOLD]: held = 0, ...others } = byTask
  const none = destinations.map((name) => [name, 0] as const)
  const unread = [...none, ...Object.entries(others).filter(([task]) => refuserIn(task) === undefined)]
  return {
    waiting: { held, unread: Object.fromEntries(unread) },
    refused: Object.fromEntries(refused),
  }
}
