import type { LatestAnswer } from '../../core/model/diagnostics.ts'
import type { Stoppable } from '../../core/host.ts'
import { errorText } from '../../core/lib/errorText.ts'
import { freezeDeep } from '../../core/lib/json.ts'
import type { Unsubscribe } from '../../core/lib/listeners.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Platform } from '../../core/ports/platform.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import {
  type DeliveryContext,
  type DeliveryOutcome,
  type DeliveryResult,
  type RunningDestination,
} from '../destinations/destination.ts'
import { isOutcome } from '../destinations/isOutcome.ts'
import type { Outbox } from '../store/outbox.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'
import { withFlags } from '../destinations/withFlags.ts'

/** A destination that has not answered for this long is reported, in milliseconds. */
const SILENCE_MS = 30_000

/** Some records of a batch, and their outcome. `failed`: the destination threw, or answered an unknown outcome. */
export interface AnsweredRecords {
  readonly records: readonly CompleteRecord[]
  readonly result: DeliveryOutcome | { outcome: 'failed'; reason: string }
}

export type BatchOptions = Pick<DeliveryContext, 'signal' | 'keepalive'>

/** Hands batches of events to one destination, and reports the progress of each event. */
export interface Batches extends Stoppable {
  /** Never rejects. Each record is in one of the parts. */
  deliver(records: readonly CompleteRecord[], options: BatchOptions, task?: string): Promise<readonly AnsweredRecords[]>
  /**
   * Whether the browser finishes the request of this event even if the page is gone. An exit need not send such an
   * event.
   */
  isUnderWay(id: string): boolean
}

interface Needs extends Pick<Platform, 'clock'> {
  outbox: Pick<Outbox, 'mark' | 'read'>
  reports: DeliveryReports
}

export function createBatches(destination: RunningDestination, { clock, outbox, reports }: Needs): Batches {
  const { name: where, type, batchSize = Infinity } = destination
  const underWay = new Set<string>()
  /** Present while an answer is awaited. */
  let endSilence: Unsubscribe | undefined
  /** Why it has not taken the latest batch. */
  let cause: string | undefined

  async function ask(records: readonly CompleteRecord[], options: BatchOptions): Promise<readonly AnsweredRecords[]> {
    // It is frozen, because all events that have it share it.
    const flagSetOf = ({ id }: AnalyticsEvent) =>
      freezeDeep(records.find(({ event }) => event.id === id)?.event.flagSet)
    try {
      const events = records.map(({ event }) => withFlags(event))
      return partsOf(await destination.deliver(events, { ...options, flagSetOf }), records)
    } catch (error) {
      reports.failed(where, error)
      return [{ records, result: { outcome: 'failed', reason: errorText(error) } }]
    }
  }

  function report({ records, result }: AnsweredRecords) {
    if (result.outcome === 'retry' && result.reason) reports.error(where, String(result.reason))
    if (result.outcome !== 'delivered') return
    if (result.rejected) reports.rejected(where, result.rejected)
    const named = [result.misattributed ?? []].flat() // a destination of the application may answer with any value
    const skipped = new Set(named.map((event) => event?.id))
    const events = records.map(({ event }) => event)
    const taken = events.filter(({ id }) => !skipped.has(id))
    const unconfirmed = type === 'in-page' && ({ isUnconfirmed: true } as const)
    for (const event of taken) reports.progress('acknowledged', event, { destination: where, ...unconfirmed })
    reports.note('delivered', taken, [where])
    const ended = records.filter(({ event }) => skipped.has(event.id))
    if (ended.length > 0) reports.dropped(ended, { where, reason: 'another-identity' })
  }

  async function reportSilence() {
    const { length } = await outbox.read(where)
    if (length > 0) reports.silent(destination, { count: length, cause }) // otherwise another tab has delivered the events
  }

  return {
    isUnderWay: (id) => underWay.has(id),
    async deliver(records, options, task = where) {
      // If the page is left while a script has these events, the next page must not hand them over again.
      if (type === 'in-page') outbox.mark(task, records, true)
      for (const { event } of records) {
        reports.progress('sent', event, { destination: where })
        if (options.keepalive) underWay.add(event.id)
      }
      endSilence ??= clock.after(SILENCE_MS, () => void reportSilence())
      // What is sent when the page ends, or again after a refusal, may be more than a batch: it is asked for at once.
      const asked = chunksOf(records, batchSize).map((chunk) => ask(chunk, options))
      const parts = (await Promise.all(asked)).flat()
      cause = parts.flatMap(({ result }) => (result.outcome === 'retry' && result.cause) || []).at(-1)
      if (parts.some(isAnswer)) {
        endSilence?.()
        endSilence = undefined
      }
      for (const { event } of records) underWay.delete(event.id)
      for (const part of parts) {
        report(part)
        if (type === 'in-page' && part.result.outcome !== 'delivered') outbox.mark(task, part.records, false)
      }
      return parts
    },
    stop: () => endSilence?.(),
  }
}

/** How long the destination asks to be left alone, in milliseconds. One of the application may answer with any value. */
export const retryAfterMs = ({ result }: AnsweredRecords): number =>
  (result.outcome === 'retry' && Number(result.afterMs)) || 0

/** Whether the result is an answer of the destination about these events. */
const isAnswer = ({ result }: AnsweredRecords) =>
  result.outcome === 'retry' ? Boolean(result.reason) : result.outcome !== 'failed'

/** Throws when a destination of the application answers with something other than a result. */
function partsOf(answer: DeliveryResult, records: readonly CompleteRecord[]): readonly AnsweredRecords[] {
  const given =
    answer.outcome === 'split' ? answer.parts : [{ events: records.map(({ event }) => event), result: answer }]
  const parts = given.map(({ events, result }) => {
    if (!isOutcome(result.outcome)) throw new Error('it answers no known outcome')
    const ids = events.map((event) => event?.id)
    return { records: records.filter(({ event }) => ids.includes(event.id)), result }
  })
  const missing = records.filter((record) => !parts.some((part) => part.records.includes(record)))
  return [...parts, { records: missing, result: { outcome: 'retry' } as const }].filter(
    (part) => part.records.length > 0,
  )
}

export function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const chunks: (readonly Item[])[] = []
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size))
  return chunks
}

/** Returns what a destination has answered about a batch: for the part of it for which it went worst. */
export function latestAnswer(parts: readonly AnsweredRecords[]): LatestAnswer {
  const results = parts.map(({ result }) => result)
  const worst =
    results.find(({ outcome }) => outcome === 'retry' || outcome === 'failed') ??
    results.find(({ outcome }) => outcome !== 'delivered') ??
    results[0]
  const { outcome, cause, reason }: LatestAnswer & { cause?: string } = worst ?? {}
  return { outcome, reason: cause ?? reason }
}
