import { refusedBy } from '../core/ports/eventStore.ts'
import { isAccepted } from './acceptance.ts'
import type { BatchDelivery, BatchOptions, DeliveredPart } from './deliverBatch.ts'
import type { RunningDestination } from './destination.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import type { CompleteRecord } from './storedRecord.ts'

/** Some records of a batch, and what the destination answered for them. */
export interface AnsweredRecords extends Pick<DeliveredPart, 'result'> {
  readonly records: readonly CompleteRecord[]
}

/**
 * How long the destination asks to be left alone, in milliseconds. A destination of the application may answer with any
 * value.
 */
export const retryAfterMs = ({ result }: AnsweredRecords): number =>
  (result.outcome === 'retry' && Number(result.afterMs)) || 0

interface Needs {
  outbox: Outbox
  batches: BatchDelivery
  reports: DeliveryReports
  maxBatchSize: number
}

export interface RefusedRetry {
  /** Selects the events by their id; all when left out. */
  isWanted?: (id: string) => boolean
  /** Ends the retry after so many batches in a row of which the destination took nothing. */
  maxFailures?: number
  until: AbortSignal
}

/** The outbox from the view of one destination. */
export function createDestinationQueue(destination: RunningDestination, needs: Needs) {
  const { outbox, batches, reports, maxBatchSize } = needs
  const { name, type } = destination
  const refusedHere = new Set<string>()

  /**
   * Returns the next events that the destination accepts, and completes the others. A version of the application with
   * other settings may have stored an event for this destination.
   */
  async function next(limit: number): ReturnType<Outbox['next']> {
    for (;;) {
      const result = await outbox.next(name, limit)
      const unwanted = result.records.filter(({ event }) => !isAccepted(event, destination, reports))
      if (unwanted.length === 0) return result
      await outbox.done(name, unwanted)
    }
  }

  async function deliver(
    records: readonly CompleteRecord[],
    options: BatchOptions,
    task = name,
  ): Promise<readonly AnsweredRecords[]> {
    // If the page is left while a script has these events, the next page must not hand them over again.
    if (type === 'in-page') outbox.markDone(task, records)
    const events = records.map(({ event }) => event)
    const parts = (await batches.deliver(events, options)).map(({ ids, result }) => ({
      result,
      records: records.filter(({ event }) => ids.includes(event.id)),
    }))
    if (type === 'in-page')
      for (const part of parts) if (part.result.outcome !== 'delivered') outbox.notDone(task, part.records)
    return parts
  }

  async function refuse(records: readonly CompleteRecord[], reason: string) {
    for (const { event } of records) refusedHere.add(event.id)
    reports.dropped(
      records.map(({ event }) => event),
      { where: name, reason: 'refused', message: refusedText(reason), isError: true },
    )
    await outbox.refuse(name, records, reason)
  }

  /** A batch that is refused again is halved, so that one event does not hold back the others. */
  async function retryRefused({ isWanted = () => true, maxFailures = Infinity, until }: RefusedRetry) {
    const task = refusedBy(name)
    const records = (await outbox.read(task)) as readonly CompleteRecord[]
    const wanted = records.filter(({ event }) => isWanted(event.id))
    const waiting = [...chunksOf(wanted, maxBatchSize)]
    let failures = 0
    for (let batch = waiting.shift(); batch && failures < maxFailures && !until.aborted; batch = waiting.shift()) {
      failures += 1
      for (const part of await deliver(batch, { signal: until, keepalive: false }, task)) {
        const { outcome } = part.result
        if (outcome === 'delivered') {
          failures = 0
          await outbox.done(task, part.records)
        } else if (outcome !== 'retry' && part.records.length > 1)
          waiting.unshift(...chunksOf(part.records, Math.ceil(part.records.length / 2)))
      }
    }
  }

  return {
    next,
    deliver,
    refuse,
    /** Sends refused events again. */
    retryRefused,
    /** The ids of the events that the destination has refused in this page. */
    refusedHere: refusedHere as ReadonlySet<string>,
  }
}

function* chunksOf<Item>(items: readonly Item[], size: number) {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

const refusedText = (reason: string) => `refused events (${reason}). They are kept: see telltale.refused. (T68)`
