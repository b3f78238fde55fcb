import type { EventCounts } from '../core/model/diagnostics.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { HOLD, refuserIn } from '../core/ports/eventStore.ts'
import type { Delivery } from './delivery.ts'
import { withFlags } from './flagSet.ts'
import type { Outbox } from './outbox.ts'
import type { CompleteRecord } from './storedRecord.ts'

/** An event that a destination has refused. */
export interface RefusedEvent {
  readonly destination: string
  /** The answer of the destination, such as `status 400: Event 0 needs a "name"`, or the error that it threw. */
  readonly reason: string
  readonly event: AnalyticsEvent
}

/**
 * Events that a destination has refused, or for which it throws. The browser keeps them after the end of the page,
 * within the budget of all events. Those of earlier pages are sent again once, after the destination has taken other
 * events.
 */
export interface RefusedApi {
  read(): Promise<readonly RefusedEvent[]>
  /**
   * Sends the refused events again, for example after the destination was fixed. Events that are refused again are
   * kept, and so are those of a destination that the settings no longer have. A second call has no effect while the
   * first one runs, in this tab or in another one.
   */
  retry(): Promise<void>
  /** Deletes the refused events. */
  discard(): Promise<void>
}

export function createRefused(outbox: Outbox, deliveries: readonly Delivery[]): RefusedApi {
  async function readAll() {
    const tasks = Object.keys(await outbox.counts()).filter((task) => refuserIn(task) !== undefined)
    const records = await Promise.all(tasks.map((task) => outbox.read(task) as Promise<readonly CompleteRecord[]>))
    return tasks.map((task, index) => ({ task, records: records[index] ?? [] }))
  }

  return {
    read: async () =>
      (await readAll()).flatMap(({ task, records }) =>
        records.map(({ event, reasons }): RefusedEvent => {
          const destination = refuserIn(task) ?? ''
          return { destination, reason: String(reasons?.[destination]), event: withFlags(event) }
        }),
      ),
    retry: async () => void (await Promise.all(deliveries.map(({ retryRefused }) => retryRefused()))),
    discard: async () =>
      void (await Promise.all((await readAll()).map(({ task, records }) => outbox.done(task, records)))),
  }
}

/** Counts the stored events. Each destination of the settings has a count, even if it is 0. */
export async function countEvents(
  outbox: Pick<Outbox, 'counts'>,
  destinations: readonly string[],
): Promise<EventCounts> {
  const { [HOLD]: held = 0, ...others } = await outbox.counts()
  const unread = Object.fromEntries(destinations.map((name) => [name, 0]))
  const refused: Record<string, number> = {}
  for (const [task, count] of Object.entries(others)) {
    const refuser = refuserIn(task)
    if (refuser === undefined) unread[task] = count
    else refused[refuser] = count
  }
  return { waiting: { held, unread }, refused }
}
