import type { AnalyticsEvent } from '../core/model/event.ts'
import type { DeliveryOptions, DeliveryResult, Destination } from './destination.ts'
import type { ReportProgress } from './reportProgress.ts'

/** Hands batches to one destination, and tells whoever looks on how far each event has come. */
export interface Courier {
  deliver(batch: readonly AnalyticsEvent[], options: DeliveryOptions): Promise<DeliveryResult>
  /** The browser finishes the event's request whatever becomes of the page: an exit need not hand it over. */
  isUnderWay(event: Pick<AnalyticsEvent, 'id'>): boolean
}

export interface CourierNeeds {
  /** The destination has thrown, which it should not. */
  onFailed(error: unknown): void
  /** The destination takes somebody else for the one who is here. */
  onMisattributed(events: readonly AnalyticsEvent[]): void
  report: ReportProgress
}

export function createCourier(destination: Destination, { onFailed, onMisattributed, report }: CourierNeeds): Courier {
  const here = { destination: destination.name }
  const underWay = new Set<string>()

  /** One of the application's own may break, whatever it has promised: it is asked again, less and less often. */
  async function ask(batch: readonly AnalyticsEvent[], options: DeliveryOptions): Promise<DeliveryResult> {
    try {
      const result = (await destination.deliver(batch, options)) as DeliveryResult | undefined
      if (result?.outcome) return result
      throw new Error('it answers no outcome')
    } catch (error) {
      onFailed(error)
      return { outcome: 'retry' }
    }
  }

  return {
    isUnderWay: ({ id }) => underWay.has(id),
    async deliver(batch, options) {
      for (const event of batch) {
        report('sent', event, here)
        if (options.keepalive) underWay.add(event.id)
      }
      const result = await ask(batch, options)
      for (const { id } of batch) underWay.delete(id)
      if (result.outcome !== 'delivered') return result
      const misattributed = [result.misattributed ?? []].flat() // one of the application’s own may give anything
      for (const event of batch) if (!misattributed.includes(event)) report('acknowledged', event, here)
      if (misattributed.length > 0) onMisattributed(misattributed)
      return result
    },
  }
}
