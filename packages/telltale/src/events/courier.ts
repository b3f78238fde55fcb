import { errorText } from '../core/lib/errorText.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import type { AnalyticsEvent, StoredEvent } from '../core/model/event.ts'
import type { DeliveryOptions, DeliveryOutcome, DeliveryPart, DeliveryResult, Destination } from './destination.ts'
import { withFlags } from './flagSet.ts'
import type { HandedOver } from './handedOver.ts'
import type { ReportProgress } from './reportProgress.ts'
import { createSilenceWatch, type SilenceNeeds } from './silenceWatch.ts'

/** Some events of a batch, and what became of them. `failed`: the destination threw, or answered no known outcome. */
export interface SentPart {
  readonly events: readonly StoredEvent[]
  readonly result: DeliveryOutcome | { outcome: 'failed'; reason: string }
}

export type CourierOptions = Pick<DeliveryOptions, 'signal' | 'keepalive'> & { doubtful?: readonly StoredEvent[] }

/** Hands batches of complete events to one destination, and tells whoever looks on how far each event has come. */
export interface Courier {
  /** Never rejects. Each event of the batch is in one of the parts. */
  deliver(batch: readonly StoredEvent[], options: CourierOptions): Promise<readonly SentPart[]>
  /** The browser finishes the event's request whatever becomes of the page: an exit need not hand it over. */
  isUnderWay(event: StoredEvent): boolean
}

export interface CourierNeeds extends SilenceNeeds {
  /** The destination has thrown, which it should not. */
  onFailed(error: unknown): void
  /** The destination takes no batch at present, for this reason. */
  onDenied(reason: string): void
  /** The destination takes somebody else for the one who is here. */
  onMisattributed(events: readonly StoredEvent[]): void
  /** Of a script in the page. */
  handedOver: HandedOver | undefined
  report: ReportProgress
}

const OUTCOMES = ['delivered', 'retry', 'too-large', 'refused']

export function createCourier(destination: Destination, needs: CourierNeeds): Courier {
  const { onFailed, onDenied, onMisattributed, handedOver, report } = needs
  const here = { destination: destination.name }
  const underWay = new Set<string>()
  const silence = createSilenceWatch(needs)

  async function ask(batch: readonly StoredEvent[], options: CourierOptions): Promise<readonly SentPart[]> {
    const stored = new Map(batch.map((event) => [event.id, event]))
    const events = batch.map(withFlags)
    try {
      const answer = await destination.deliver(events, {
        ...options,
        doubtful: events.filter(({ id }) => options.doubtful?.some((event) => event.id === id)),
        flagSetOf: ({ id }) => stored.get(id)?.flagSet,
      })
      return partsOf(answer, events).map((part) => ({
        ...part,
        events: part.events.flatMap(({ id }) => stored.get(id) ?? []),
      }))
    } catch (error) {
      onFailed(error)
      return [{ events: batch, result: { outcome: 'failed', reason: errorText(error) } }]
    }
  }

  function reportPart({ events, result }: SentPart) {
    if (result.outcome === 'retry' && result.reason) onDenied(String(result.reason))
    if (result.outcome !== 'delivered') return handedOver?.remove(events)
    const named = [result.misattributed ?? []].flat() // one of the application’s own may give anything
    const misattributed = events.filter(({ id }) => named.some((event) => event?.id === id))
    for (const event of events) if (!misattributed.includes(event)) report('acknowledged', event, here)
    if (misattributed.length > 0) onMisattributed(misattributed)
  }

  return {
    isUnderWay: ({ id }) => underWay.has(id),
    async deliver(batch, options) {
      for (const event of batch) {
        report('sent', event, here)
        if (options.keepalive) underWay.add(event.id)
      }
      silence.asked()
      handedOver?.add(batch)
      const parts = await ask(batch, options)
      if (parts.some(isAnswer)) silence.answered()
      for (const { id } of batch) underWay.delete(id)
      parts.forEach(reportPart)
      return parts
    },
  }
}

/** Whether the destination has said anything about these events. */
const isAnswer = ({ result }: SentPart) =>
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
