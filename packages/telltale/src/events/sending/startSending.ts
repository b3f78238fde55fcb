import type { Host, Stoppable } from '../../core/host.ts'
import type { Watchable } from '../../core/lib/readable.ts'
import type { EventCounts, FlushResult } from '../../core/model/diagnostics.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import type { RunningDestination } from '../destinations/destination.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { startEviction } from '../store/budget.ts'
import { countEvents } from '../store/countEvents.ts'
import type { Outbox } from '../store/outbox.ts'
import type { OwnCopies } from '../store/ownCopies.ts'
import { startDelivery } from './delivery.ts'
import { type ExitNeeds, startPageExit } from './exit.ts'
import { flush } from './flush.ts'
import { createRefused, type RefusedApi } from './refusedEvents.ts'

interface Needs
  extends
    Pick<Host, 'bus' | 'diagnostics' | 'identity'>,
    Pick<LatePlatform, 'clock' | 'random' | 'tabs'>,
    Omit<ExitNeeds, 'deliveries' | 'outbox'> {
  ownCopies: Pick<OwnCopies, 'store'>
  outbox: Outbox
  reports: DeliveryReports
  /** Whether the store answers. */
  answers: Watchable<boolean>
  /** The number of bytes that may wait for delivery. */
  maxBytes: number
  /** Like the page's own, but called before all listeners that were added after the layer. */
  onMayExit: ExitNeeds['page']['onMayExit']
}

export interface Sending extends Stoppable {
  readonly refused: RefusedApi
  /** Counts the events that wait, and the events that were refused. */
  count(): Promise<EventCounts>
  /** Delivers what waits. Never rejects. */
  flush(timeoutMs: number): Promise<FlushResult>
  /** Ends the waits of all destinations. */
  retryNow(): void
}

/** Delivers what the outbox has to each destination, keeps the outbox within its budget, and hands over what is left as the page ends. */
export function startSending(destinations: readonly RunningDestination[], needs: Needs): Sending {
  const { outbox, answers } = needs
  const names = destinations.map(({ name }) => name)
  const deliveries = destinations.map((destination) =>
    startDelivery(destination, { ...needs, lock: `deliver:${needs.ownCopies.store}:${destination.name}` }),
  )
  const retryNow = () => deliveries.forEach((delivery) => delivery.retryNow())
  const stopWaiting = answers.watch(() => {
    if (answers.get()) outbox.restore()
    retryNow()
  })
  const eviction = startEviction({ ...needs, names })
  const exit = startPageExit({ ...needs, page: { ...needs.page, onMayExit: needs.onMayExit }, deliveries })
  return {
    refused: createRefused(outbox, deliveries),
    async count() {
      const counts = await countEvents(outbox, names)
      return { ...counts, isComplete: answers.get() }
    },
    flush: (timeoutMs) => flush({ ...needs, deliveries, names }, timeoutMs),
    retryNow,
    stop() {
      stopWaiting()
      for (const part of [exit, eviction, ...deliveries]) part.stop()
    },
  }
}
