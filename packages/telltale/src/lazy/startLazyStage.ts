import type { OpenEventStore } from '../core/ports/eventStore.ts'
import type { HttpSettings } from '../adapters/httpDestination.ts'
import { startHttpDestination } from '../adapters/startHttpDestination.ts'
import type { Host, LateHost } from '../core/host.ts'
import type { Decide } from '../core/ports/platform.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import { endSessionAtSignOut } from '../events/signOut.ts'
import { startDeliveries } from '../events/startDeliveries.ts'
import { askAgain } from '../identity/askAgain.ts'
import { hasVisitors, joinVisitor } from '../identity/joinVisitor.ts'
import { readTraits } from '../identity/readTraits.ts'
import { reportSettings } from '../layer/reportSettings.ts'

interface Ports {
  /** Returns the host with the ports that only this stage has. */
  hostOf(first: Host): LateHost
  openEventStore: OpenEventStore
  decide: Decide
}

/** Starts, for a layer with these settings, all that a page does not need before its first paint, except for flags. */
export const startLazyStage =
  (settings: object, { hostOf, openEventStore, decide }: Ports): StartDeliveries =>
  (needs, first) => {
    reportSettings(settings, first.bus)
    askAgain(first)
    endSessionAtSignOut(first)
    const traitsOf = readTraits(settings, first)
    const host = hostOf(first)
    const deliveries = startDeliveries(needs, host, {
      openEventStore,
      decide,
      startHttpDestination: (given, late, report) =>
        startHttpDestination(given as HttpSettings, late, { report, traitsOf }),
    })
    if (!hasVisitors(settings)) return deliveries
    const stopJoining = joinVisitor(host, { ...needs, decide })
    return {
      ...deliveries,
      stop() {
        stopJoining()
        deliveries.stop()
      },
    }
  }
