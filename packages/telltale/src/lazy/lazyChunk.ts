import { createHttp, type Http } from '../core/http/http.ts'
import type { LatePlatform, PlainPage, Platform } from '../core/ports/platform.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import type { StartLayerFlagEvents } from '../launchDarklyService/lateFlagEvents.ts'
import { layerFlagEvents } from '../launchDarklyService/layerFlagEvents.ts'
import { shareStream } from '../flags/shareStream.ts'
import { followChanges } from '../ofrep/followChanges.ts'
import type { StartFollowing } from '../ofrep/ofrep.ts'
import { timerClock } from '../platform/browserPlatform.ts'
import { indexedDbDecisions } from '../platform/indexedDbDecisions.ts'
import { indexedDbEventStore, openEventStore } from '../platform/indexedDbEventStore.ts'
import { compressBody, laterTransport } from '../platform/laterTransport.ts'
import { clicks } from '../platform/clicks.ts'
import { PREFIX } from '../platform/webStorage.ts'
import { webChannel, webTabs } from '../platform/webTabs.ts'
import { latePartsOf, startLazyStage } from './startLazyStage.ts'

// What a page loads after its first paint. Each import() of this module reads one export, so that a bundler leaves out the
// others for an application that does not use them. With two modules, it would cut what they share into further files.

/** Deliveries with the events in IndexedDB, for a layer with these settings. */
export async function startBrowserDeliveries(settings: object): Promise<StartDeliveries> {
  const parts = latePartsOf(settings)
  return startLazyStage(settings, {
    joinVisitor: await parts.visitor?.load(),
    readTraits: await parts.traits?.load(),
    gateDeliveries: await parts.consent?.load(),
    hostOf(first) {
      const { http, ...ports } = lazyPorts(first.platform)
      return { ...first, http, platform: { ...first.platform, ...ports } }
    },
    openEventStore: (name) => openEventStore(() => indexedDbEventStore({ prefix: PREFIX, appName: name }), timerClock),
    decide: indexedDbDecisions(PREFIX),
  })
}

export { startDeciding } from '../consent/startDeciding.ts'
export { gateDeliveries } from '../events/gateDeliveries.ts'
export { joinVisitor } from '../identity/joinVisitor.ts'
export { readTraits } from '../identity/readTraits.ts'

/** The events and the stream of flags, in a browser. */
export const startFlagEvents: StartLayerFlagEvents = (needs) =>
  layerFlagEvents({
    platformOf(first) {
      const { http, ...ports } = lazyPorts(first)
      return { ...first, clicks, channel: webChannel, ...ports, http: first.permits?.guard(http) ?? http }
    },
    shareStream,
    isKept: true,
    // The first flag events are sent before.
    diagnosticsDelayMs: 2_500,
  })(needs)

/** What follows changes of the flags of an OFREP server, in a browser. */
export const startFollowingOfrep: StartFollowing = (needs) =>
  followChanges({ ...needs, http: lazyPorts(needs.platform).http })

/** The ports of a browser that a page needs after its first paint, and HTTP by them. */
function lazyPorts(
  first: Pick<Platform, 'clock'> & { page: PlainPage },
): Pick<LatePlatform, 'tabs' | 'transport'> & { http: Http } {
  const transport = laterTransport(compressBody)
  return { tabs: webTabs(PREFIX), transport, http: createHttp({ ...first, transport }) }
}
