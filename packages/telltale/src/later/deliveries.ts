import type { CollectorOptions } from '../adapters/collector.ts'
import { startCollector } from '../adapters/startCollector.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import { startDeliveries } from '../events/startDeliveries.ts'
import { indexedDbEventStore, openEventStore } from '../platform/indexedDbEventStore.ts'
import { laterPorts } from '../platform/laterPorts.ts'
import { PREFIX } from '../platform/webStorage.ts'

/** Deliveries with the events in IndexedDB. */
export const startBrowserDeliveries: StartDeliveries = (needs, first) => {
  const { http, ...ports } = laterPorts(first.platform)
  const host = { ...first, http, platform: { ...first.platform, ...ports } }
  return startDeliveries(needs, host, {
    openEventStore: (appName) =>
      openEventStore(() => indexedDbEventStore({ prefix: PREFIX, appName }), host.platform.clock),
    startCollector: (options, itsHost) => startCollector(options as CollectorOptions, itsHost),
  })
}
