import { errorText } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/json.ts'
import { childController } from '../core/lib/signal.ts'
import { sleep } from '../core/lib/time.ts'
import type { AnalyticsEvent, StoredEvent } from '../core/model/event.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { DeliveryContext, DeliveryOutcome, DeliveryPart, DeliveryResult, Destination } from './destination.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import { withFlags } from './flagSet.ts'

/** Some events of a batch, and their outcome. `failed`: the destination threw, or answered an unknown outcome. */
export interface DeliveredPart {
  readonly ids: readonly string[]
  readonly result: DeliveryOutcome | { outcome: 'failed'; reason: string }
}

export type BatchOptions = Pick<DeliveryContext, 'signal' | 'keepalive'>

/** Hands batches of complete events to one destination, and reports the progress of each event. */
export interface BatchDelivery {
  /** Never rejects. Each event of the batch is in one of the parts. */
  deliver(batch: readonly StoredEvent[], options: BatchOptions): Promise<readonly DeliveredPart[]>
  /**
   * Whether the browser finishes the request of this event even if the page is gone. An exit need not hand over such an
   * event.
   */
  isUnderWay(event: StoredEvent): boolean
}

interface Needs {
  clock: Clock
  signal: AbortSignal
  reports: DeliveryReports
  /** Called when the destination has not answered for 30 seconds after it was sent events. */
  onSilent(): void
}

const OUTCOMES = ['delivered', 'retry', 'too-large', 'refused']

export function createBatchDelivery(
  destination: Pick<Destination, 'name' | 'deliver' | 'batchSize'>,
  needs: Needs,
): BatchDelivery {
  const { reports } = needs
  const { name: where, batchSize = Infinity } = destination
  const underWay = new Set<string>()
  const silence = createSilenceWatch(needs)

  async function ask(batch: readonly StoredEvent[], options: BatchOptions): Promise<readonly DeliveredPart[]> {
    const stored = new Map(batch.map((event) => [event.id, event]))
    const events = batch.map(withFlags)
    try {
      const answer = await destination.deliver(events, { ...options, flagSetOf: ({ id }) => stored.get(id)?.flagSet })
      return partsOf(answer, events).map((part) => ({ ids: part.events.map(({ id }) => id), result: part.result }))
    } catch (error) {
      reports.failed(where, error)
      return [{ ids: [...stored.keys()], result: { outcome: 'failed', reason: errorText(error) } }]
    }
  }

  /** What is sent when the page ends, or again after a refusal, may be more than a batch: it is asked for at once. */
  async function askInBatches(
    events: readonly StoredEvent[],
    options: BatchOptions,
  ): Promise<readonly DeliveredPart[]> {
    const batches: (readonly StoredEvent[])[] = []
    for (let from = 0; from < events.length; from += batchSize) batches.push(events.slice(from, from + batchSize))
    return (await Promise.all(batches.map((batch) => ask(batch, options)))).flat()
  }

  function reportPart({ ids, result }: DeliveredPart, batch: readonly StoredEvent[]) {
    if (result.outcome === 'retry' && result.reason) reports.error(where, String(result.reason))
    if (result.outcome !== 'delivered') return
    const named = [result.misattributed ?? []].flat() // a destination of the application may answer with any value
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
      const parts = await askInBatches(batch, options)
      if (parts.some(isAnswer)) silence.answered()
      for (const { id } of batch) underWay.delete(id)
      for (const part of parts) reportPart(part, batch)
      return parts
    },
  }
}

/** Whether the result is an answer of the destination about these events. */
const isAnswer = ({ result }: DeliveredPart) =>
  result.outcome === 'retry' ? Boolean(result.afterMs || result.reason) : result.outcome !== 'failed'

/** Throws when a destination of the application answers with something other than a result. */
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

/** A destination that has not answered for this long is reported, in milliseconds. */
const SILENCE_MS = 30_000

/** Watches whether one destination answers. */
export interface SilenceWatch {
  /** Call this when the destination was sent something. */
  asked(): void
  /** Call this when the destination has answered. A later silence is then reported again. */
  answered(): void
}

export interface SilenceNeeds {
  clock: Clock
  signal: AbortSignal
  /** Called when the destination has not answered for 30 seconds. Called at most once until it answers. */
  onSilent(): void
}

function createSilenceWatch({ clock, signal, onSilent }: SilenceNeeds): SilenceWatch {
  let watching: AbortController | undefined

  async function watch(own: AbortController) {
    await sleep(clock, SILENCE_MS, own.signal)
    if (!own.signal.aborted) onSilent()
  }

  return {
    asked() {
      if (watching) return
      watching = childController(signal)
      void watch(watching)
    },
    answered() {
      watching?.abort()
      watching = undefined
    },
  }
}
