import type { Collector } from '../collector/collector.ts'
import { createFirstSightings } from '../figures/firstSightings.ts'
import { createMetrics, type Metrics } from '../figures/metrics.ts'
import { createFlagEvents, type FlagEvents } from '../flags/flagEvents.ts'
import { createFlagPolls, type FlagPolls } from '../flags/flagPolls.ts'
import type { FlagStreams } from '../flags/flagStreams.ts'
import { createEventLives, type EventLives } from '../life/eventLives.ts'
import type { LifeReport } from '../life/lifeReport.ts'
import { createTabs, type Tabs } from '../life/tabs.ts'
import { createVendorRecords, type VendorRecords } from '../vendors/vendorRecords.ts'
import type { ConsoleConnections } from '../protocol/consoleConnections.ts'
import { VENDORS } from '../protocol/vendorRecord.ts'

/** Data that is kept in memory only to be shown in the console. No delivery depends on it. */
export interface Observation {
  readonly lives: EventLives
  readonly tabs: Tabs
  readonly polls: FlagPolls
  readonly vendors: VendorRecords
  readonly flagEvents: FlagEvents
  readonly metrics: Metrics
  connections(): ConsoleConnections
  /** Called when a page reports on itself and its events. */
  reported(report: LifeReport): void
  close(): void
}

export interface ObservationNeeds {
  readonly collector: Collector
  readonly streams: FlagStreams
}

/** Destinations that count their events on arrival. */
const COUNTED_HERE: ReadonlySet<string> = new Set(['collector', ...VENDORS])

export function createObservation({ collector, streams }: ObservationNeeds): Observation {
  const metrics = createMetrics()
  const countNew = createFirstSightings()
  const lives = createEventLives()
  const tabs = createTabs()
  const polls = createFlagPolls()
  const vendors = createVendorRecords()
  const flagEvents = createFlagEvents(metrics.evaluated)

  const unsubscribes = [
    collector.subscribe((events, known) => {
      if (known.length > 0) lives.cameAgain(known)
      if (events.length === 0) return
      lives.collected(events.map(({ event }) => event.id))
      metrics.happened(countNew(events.map(({ event }) => event.id)))
      metrics.received('collector', events.length)
      metrics.delays(events.map(({ event, receivedAt }) => receivedAt - event.at))
    }),
    vendors.subscribe((records) => {
      for (const { vendor } of records) metrics.received(vendor, 1)
    }),
  ]

  return {
    lives,
    tabs,
    polls,
    vendors,
    flagEvents,
    metrics,
    connections() {
      const [recent, open] = [polls.recent(), tabs.open()]
      const totals = { streams: streams.count(), tabs: open.filter(({ isQuiet }) => !isQuiet).length }
      return { streams: streams.connections(), polls: recent, tabs: open, gone: tabs.gone(), totals }
    },
    reported(report) {
      tabs.reported(report)
      lives.reported(report)
      metrics.happened(countNew(report.steps.map(({ id }) => id)))
      for (const { step, destination } of report.steps)
        if (step === 'acknowledged' && destination !== undefined && !COUNTED_HERE.has(destination))
          metrics.received(destination, 1)
    },
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      tabs.close()
    },
  }
}
