import { consentPart } from '../consent/consentPart.ts'
import type { ConsentPorts } from '../consent/openConsent.ts'
import type { ConsentSettings } from '../consent/options.ts'
import { startDeciding } from '../consent/startDeciding.ts'
import type { ConsentSetting } from '../core/consentPart.ts'
import type { Host, LateHost } from '../core/host.ts'
import type { StartDeliveries } from '../events/createEvents.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import type { FlagsPart } from '../flags/flags.ts'
import { createLaunchDarkly } from '../launchDarklyService/launchDarkly.ts'
import type { FlagOptions } from '../launchDarklyService/flagSettings.ts'
import { layerFlagEvents } from '../launchDarklyService/layerFlagEvents.ts'
import { shareStream } from '../flags/shareStream.ts'
import { joinVisitor } from '../identity/joinVisitor.ts'
import { readTraits } from '../identity/readTraits.ts'
import { gateDeliveries } from '../events/gateDeliveries.ts'
import { createTelltale, type Telltale } from '../layer/createTelltale.ts'
import { startLazyStage } from '../lazy/startLazyStage.ts'
import type { Settings } from '../layer/settings.ts'
import type { FakePlatform } from '../testing/fakePlatform.ts'

/** A fake platform has the ports of the second stage from the start. */
const withAllPorts = (host: Host) => host as LateHost

/** Stores events on the fake disk of the platform. */
export const startOn = (
  { eventStore, decide }: Pick<FakePlatform, 'eventStore' | 'decide'>,
  settings: object = {},
): StartDeliveries =>
  startLazyStage(settings, {
    hostOf: withAllPorts,
    openEventStore: eventStore,
    decide,
    joinVisitor,
    readTraits,
    gateDeliveries: (settings as { consent?: unknown }).consent ? gateDeliveries : undefined,
  })

/** The layer on a fake platform, whose second stage comes when the promise resolves. */
export const createTelltaleLater = (settings: Settings, platform: FakePlatform, loaded: Promise<void>): Telltale =>
  createTelltale(settings, {
    platform,
    async loadDeliveries() {
      await loaded
      await (settings.consent as { load?(): Promise<unknown> } | undefined)?.load?.()
      return startOn(platform, settings)
    },
  })

/** The layer on a fake platform, with all of its parts loaded at once. */
export const createTelltaleAtOnce = (settings: Settings, platform: FakePlatform): Telltale =>
  createTelltale(settings, { platform, loadDeliveries: () => startOn(platform, settings) })

/** The consent of a layer on a fake platform. */
export const consentAtOnce = (
  settings: ConsentSettings | undefined,
  { tabs: { onStored } }: FakePlatform,
  browser: Partial<ConsentPorts> = {},
): ConsentSetting =>
  consentPart(
    settings,
    { isGpc: () => false, removeCookies() {}, deleteDecisions() {}, onStored, ...browser },
    LATE_CONSENT,
  )

/** The same, whose second stage comes when the promise resolves. */
export const consentLater = (
  settings: ConsentSettings | undefined,
  { tabs: { onStored } }: FakePlatform,
  loaded: Promise<void>,
): ConsentSetting =>
  consentPart(settings, { isGpc: () => false, removeCookies() {}, deleteDecisions() {}, onStored }, () =>
    loaded.then(() => LATE_CONSENT),
  )

const LATE_CONSENT = { gateDeliveries, startDeciding }

/** The events and the stream of the layer's flags. */
export const flagEventsAtOnce = layerFlagEvents({
  platformOf: (platform) => ({
    ...(platform as LateFlagPlatform),
    http: (platform.permits?.guard ?? ((http) => http))(platform.http as LateFlagPlatform['http']),
  }),
  shareStream,
})

/** The layer's flags, with all of their parts loaded at once. */
export const launchDarklyAtOnce = (options: FlagOptions): FlagsPart =>
  createLaunchDarkly(options, () => flagEventsAtOnce)
