import type { LateHost, Stoppable } from '../core/host.ts'
import type { RecordOwn } from '../core/observer.ts'
import type { Redacted } from '../core/stepHost.ts'
import type { Step } from '../core/step.ts'
import type { OpenEventStore } from '../core/ports/eventStore.ts'
import type { Decide, Page } from '../core/ports/platform.ts'
import type { DestinationPart, RunningDestination } from './destinations/destination.ts'
import { copyOfEvent } from './destinations/withFlags.ts'
import type { Recorder } from './recording/recorder.ts'
import type { DeliveryReports } from './reports/deliveryReports.ts'
import type { Fates } from './reports/fates.ts'
import { startReports } from './reports/startReports.ts'
import { type Sending, startSending } from './sending/startSending.ts'
import { type Settling, startSettling } from './settling/startSettling.ts'
import type { InMemoryRecords } from './store/inMemoryRecords.ts'
import { openOutbox } from './store/openOutbox.ts'
import type { Outbox } from './store/outbox.ts'
import type { OwnCopies } from './store/ownCopies.ts'
import { hasEnded } from './store/pageLock.ts'

/** Stores the events of an application and delivers them to its destinations. */
export interface Deliveries
  extends Pick<Sending, 'refused' | 'count' | 'flush' | 'retryNow'>, Pick<Settling, 'watch'>, Stoppable {
  readonly outbox: Outbox
  readonly reports: DeliveryReports
}

export interface DeliveriesNeeds {
  parts: readonly DestinationPart[]
  /** The destinations that are started already, by name. */
  started: ReadonlyMap<string, RunningDestination>
  /** The drafts of this page. */
  recorder: Recorder
  flagsDeadlineMs: number | undefined
  /** The steps that process complete events, in order. */
  steps: readonly Step[]
  /** Nothing else of an event is stored, or leaves the page. */
  redacted: Redacted
  /** The records of this page, and what it has of them in `localStorage`. */
  inMemory: InMemoryRecords
  ownCopies: OwnCopies
  /** The number of bytes that may wait for delivery. */
  maxBytes: number
  /** The number of the latest event of this page. */
  last(): number
  /** Records an event of the library. */
  record: RecordOwn
  /** Like the page's own, but called before all listeners that were added after the layer. */
  onMayExit: Page['onMayExit']
}

/** The code that only this part uses. */
export interface DeliveriesCode {
  openEventStore: OpenEventStore
  decide: Decide
  startHttpDestination(settings: object, host: LateHost, report: Fates['report']): RunningDestination
}

/** Loaded after the first paint: outbox → delivery → destination. What a room has made is given to the rooms above it. */
export function startDeliveries(
  { parts, started, ...given }: DeliveriesNeeds,
  host: LateHost,
  { startHttpDestination, ...code }: DeliveriesCode,
): Deliveries {
  const base = {
    ...{ ...host, ...host.platform, ...given, ...code },
    hasEnded: async (page: string) => hasEnded(page, await host.platform.tabs.running()),
  }
  const reporting = startReports(parts, base)
  const { reports, report } = reporting
  const destinations = parts.map(({ name, http = {} }) => {
    const own = started.get(name)
    return own ? withCopies(own) : startHttpDestination(http, host, report)
  })
  const needs = { ...base, reports, ...openOutbox({ ...base, reports }) }
  const settling = startSettling(destinations, needs)
  const { settle, watch } = settling
  const sending = startSending(destinations, { ...needs, settle })
  // Without a destination, nothing waits.
  const sharing = needs.share(parts.length > 0 && sending.retryNow)
  const recovery = settling.recover(sharing.first)
  return {
    ...sending,
    outbox: needs.outbox,
    reports,
    watch,
    stop() {
      for (const part of [reporting, settling, recovery, sharing, sending]) part.stop()
    },
  }
}

/** The code of an application may change an event that it gets: other destinations, and the stored record, are not affected. */
const withCopies = (destination: RunningDestination): RunningDestination => ({
  ...destination,
  accepts: (event) => destination.accepts?.(copyOfEvent(event)) ?? true,
  deliver: (batch, context) => destination.deliver(batch.map(copyOfEvent), context),
})
