import { errorText } from '../core/lib/errorText.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import type { AnalyticsEvent, StoredEvent } from '../core/model/event.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { DeliveryOptions, DeliveryOutcome, DeliveryPart, DeliveryResult, Destination } from './destination.ts'
import type { EventReports } from './eventReports.ts'
import { withFlags } from './flagSet.ts'
import { createSilenceWatch } from './silenceWatch.ts'

/** Some events of a batch, and what became of them. `failed`: the destination threw, or answered no known outcome. */
export interface DeliveredPart {
  readonly ids: readonly string[]
  readonly result: DeliveryOutcome | { outcome: 'failed'; reason: string }
}

export type BatchOptions = Pick<DeliveryOptions, 'signal' | 'keepalive'>

/** Hands batches of complete events to one destination, and reports how far each event has come. */
export interface BatchDelivery {
  /** Never rejects. Each event of the batch is in one of the parts. */
  deliver(batch: readonly StoredEvent[], options: BatchOptions): Promise<readonly DeliveredPart[]>
  /** The browser finishes the event's request whatever becomes of the page: an exit need not hand it over. */
  isUnderWay(event: StoredEvent): boolean
}

interface Needs {
  clock: Clock
  signal: AbortSignal
  reports: EventReports
  /** It was asked 30 seconds ago and has not answered since. */
  onSilent(): void
}

const OUTCOMES = ['delivered', 'retry', 'too-large', 'refused']

export function createBatchDelivery(destination: Destination, needs: Needs): BatchDelivery {
  const { reports } = needs
  const where = destination.name
  const underWay = new Set<string>()
  const silence = createSilenceWatch(needs)

  async function ask(batch: readonly StoredEvent[], options: BatchOptions): Promise<readonly DeliveredPart[]> {
    const stored = new Map(batch.map((event) => [event.id, event]))
    const events = batch.map(withFlags)
    try {
      const answer = await destination.deliver(events, { ...options, flagSetOf: ({ id }) => stored.get(id)?.flagSet })
      return partsOf(answer, events).map((part) => ({ ids: part.events.map(({ id }) => id), result: part.result }))
    } catch (error) {
      reportFailure(reports, where, error)
      return [{ ids: [...stored.keys()], result: { outcome: 'failed', reason: errorText(error) } }]
    }
  }

  function reportPart({ ids, result }: DeliveredPart, batch: readonly StoredEvent[]) {
    if (result.outcome === 'retry' && result.reason) reports.error(where, String(result.reason))
    if (result.outcome !== 'delivered') return
    const named = [result.misattributed ?? []].flat() // a destination of the application may answer anything
    const skipped = new Set(named.map((event) => event?.id))
    const events = batch.filter(({ id }) => ids.includes(id))
    const misattributed = events.filter(({ id }) => skipped.has(id))
    for (const event of events)
      if (!skipped.has(event.id)) reports.progress('acknowledged', event, { destination: where })
    if (misattributed.length > 0) reports.dropped(misattributed, { where, reason: 'another-identity' })
  }

  return {
    isUnderWay: ({ id }) => underWay.has(id),
    async deliver(batch, options) {
      for (const event of batch) {
        reports.progress('sent', event, { destination: where })
        if (options.keepalive) underWay.add(event.id)
      }
      silence.asked()
      const parts = await ask(batch, options)
      if (parts.some(isAnswer)) silence.answered()
      for (const { id } of batch) underWay.delete(id)
      for (const part of parts) reportPart(part, batch)
      return parts
    },
  }
}

export const reportFailure = (reports: EventReports, where: string, error: unknown): void =>
  reports.problem(where, `has failed (${errorText(error)}): its events are kept, and tried again`)

/** Whether the destination has said anything about these events. */
const isAnswer = ({ result }: DeliveredPart) =>
  result.outcome === 'retry' ? Boolean(result.afterMs || result.reason) : result.outcome !== 'failed'

/** Throws where a destination of the application answers something else than a result. */
function partsOf(answer: DeliveryResult, batch: readonly AnalyticsEvent[]): readonly DeliveryPart[] {
  const given = isRecord(answer) && answer.outcome === 'split' ? answer.parts : [{ events: batch, result: answer }]
  const parts = given.map(({ events, result }: DeliveryPart): DeliveryPart => {
    if (!Array.isArray(events) || !isRecord(result) || !OUTCOMES.includes(result.outcome)) {
      throw new Error('it answers no known outcome')
    }
    return { events: batch.filter(({ id }) => events.some((event) => event?.id === id)), result }
  })
  const missing = batch.filter((event) => !parts.some(({ events }) => events.includes(event)))
  const isForLater = (events: readonly AnalyticsEvent[]): DeliveryPart => ({ events, result: { outcome: 'retry' } })
  return [...parts, isForLater(missing)].filter(({ events }) => events.length > 0)
}
