import { errorText } from '../../core/lib/errorText.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { refusedBy, refuserIn } from '../../core/ports/eventChange.ts'
import { type Batches, chunksOf } from './batch.ts'
import type { Outbox } from '../store/outbox.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'
import { withFlags } from '../destinations/withFlags.ts'

/** An event that a destination has refused. */
export interface RefusedEvent {
  /** The name of the destination. */
  readonly destination: string
  /** The answer of the destination, such as `status 400: Event 0 needs a "name"`, or the error that it threw. */
  readonly reason: string
  /** The event as it was sent, with its flags. */
  readonly event: AnalyticsEvent
}

/**
 * Events that a destination has refused, or for which it throws. The browser keeps them after the end of the page,
 * within the budget of all events. Those of earlier pages are sent again once, after the destination has taken other
 * events.
 */
export interface RefusedApi {
  /** Reads the refused events of all tabs and of earlier visits. */
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

export function createRefused(outbox: Outbox, deliveries: readonly { retryRefused(): Promise<unknown> }[]): RefusedApi {
  async function readAll() {
    const records = (await outbox.all()) as readonly CompleteRecord[]
    return records.flatMap((record) =>
      record.todo.flatMap((task) => {
        const destination = refuserIn(task)
        return destination === undefined ? [] : [{ task, destination, record }]
      }),
    )
  }

  return {
    read: async () =>
      (await readAll()).map(({ destination, record: { event, reasons } }) => {
        return { destination, reason: errorText(reasons?.[destination]), event: withFlags(event) }
      }),
    retry: async () => void (await Promise.all(deliveries.map(({ retryRefused }) => retryRefused()))),
    discard: async () =>
      void (await Promise.all((await readAll()).map(({ task, record }) => outbox.done(task, [record])))),
  }
}

export interface RefusedLimits {
  /** Selects the events by their id; all when left out. */
  isWanted?: (id: string) => boolean
  /** Ends the retry after so many batches in a row of which the destination took nothing. */
  maxFailures?: number
}

/**
 * The retry ends after this many requests in a row that the destination wants later: it may not work. It is enough to
 * find one event of a batch for which the destination fails each time.
 */
const MAX_POSTPONED = 8

interface RetryNeeds extends RefusedLimits {
  outbox: Outbox
  batches: Batches
  /** The most events in a batch. */
  maxSize: number
  until: AbortSignal
}

/**
 * Sends refused events again. A batch that is refused again, or wanted later, is halved, so that one event does not hold
 * back the others. A destination that asks for a pause is left alone.
 */
export async function retryRefusedEvents(
  destination: string,
  { outbox, batches, maxSize, until, isWanted = () => true, maxFailures = Infinity }: RetryNeeds,
) {
  const task = refusedBy(destination)
  const refused = (await outbox.read(task)) as readonly CompleteRecord[]
  const wanted = refused.filter(({ event }) => isWanted(event.id))
  const waiting = chunksOf(wanted, maxSize)
  let failures = 0
  let postponed = 0
  for (let batch = waiting.shift(); batch && failures < maxFailures && !until.aborted; batch = waiting.shift()) {
    failures += 1
    for (const { records, result } of await batches.deliver(batch, { signal: until, keepalive: false }, task)) {
      if (result.outcome === 'retry' && result.afterMs) return
      postponed = result.outcome === 'retry' ? postponed + 1 : 0
      if (postponed >= MAX_POSTPONED) return
      if (result.outcome === 'delivered') {
        failures = 0
        await outbox.done(task, records)
      } else if (records.length > 1) waiting.unshift(...chunksOf(records, Math.ceil(records.length / 2)))
    }
  }
}
