import type { OpenEventStore } from '../core/ports/eventStore.ts'
import type { HttpSettings } from '../adapters/httpDestination.ts'
import { startHttpDestination } from '../adapters/startHttpDestination.ts'
import type { ConsentPart } from '../core/consentPart.ts'
import type { Host, LateHost } from '../core/host.ts'
import type { Decide } from '../core/ports/platform.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import type { gateDeliveries } from '../events/gateDeliveries.ts'
import { endSessionAtSignOut } from '../events/recording/signOut.ts'
import { startDeliveries } from '../events/startDeliveries.ts'
import { askAgain } from '../identity/askAgain.ts'
import type { joinVisitor } from '../identity/joinVisitor.ts'
import type { readTraits } from '../identity/readTraits.ts'
import type { TraitsPart } from '../identity/traitsPart.ts'
import type { VisitorPart } from '../identity/visitorPart.ts'
import { reportSettings } from '../layer/reportSettings.ts'

/** The settings, as far as they are read here. */
interface LateSettings {
  readonly identity?: { readonly traits?: TraitsPart; readonly visitor?: VisitorPart } | null
  readonly consent?: ConsentPart<typeof gateDeliveries> | null
}

interface Ports {
  /** Returns the host with the ports that only this stage has. */
  hostOf(first: Host): LateHost
  openEventStore: OpenEventStore
  decide: Decide
  /** What the value in the settings has loaded. */
  joinVisitor: typeof joinVisitor | undefined
  readTraits: typeof readTraits | undefined
  gateDeliveries: typeof gateDeliveries | undefined
}

/** The values of the settings that have a part in this stage. */
export const latePartsOf = ({ identity, consent }: LateSettings) => ({ ...identity, consent })

/** Starts, for a layer with these settings, all that a page does not need before its first paint, except for flags. */
export const startLazyStage =
  (settings: object, { hostOf, openEventStore, decide, ...loaded }: Ports): StartDeliveries =>
  (needs, first) => {
    reportSettings(settings, first.bus)
    askAgain(first)
    endSessionAtSignOut(first)
    const { traits, visitor } = latePartsOf(settings)
    const traitsOf = traits && loaded.readTraits?.(traits.traitsOf, { ...first, redacted: needs.redacted })
    const host = hostOf(first)
    const start = loaded.gateDeliveries?.(startDeliveries) ?? startDeliveries
    const deliveries = start(needs, host, {
      openEventStore,
      decide,
      startHttpDestination: (given, late, report) =>
        startHttpDestination(given as HttpSettings, late, { report, traitsOf }),
    })
    const stopJoining = visitor && loaded.joinVisitor?.(host, { ...needs, decide })
    return {
      ...deliveries,
      stop() {
        stopJoining?.()
        deliveries.stop()
      },
    }
  }
