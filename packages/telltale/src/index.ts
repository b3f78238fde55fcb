import type { StartDeliveries } from './events/createEvents.ts'
import { createTelltale as createLayer, type Telltale } from './layer/createTelltale.ts'
import type { Settings } from './layer/settings.ts'
import { detectPlatform } from './platform/browserPlatform.ts'
import { isPage } from './platform/windowPage.ts'

/**
 * Starts the layer in this browser: finds out who is signed in, loads their flags and delivers events. On a server the
 * layer is closed at once: it has the flags of the bootstrap, sends nothing, and ignores `track`.
 *
 * @throws a sentence that says what to do, when the settings are wrong. Nothing throws afterwards.
 */
export function createTelltale(settings: Settings): Telltale {
  const telltale = createLayer(settings, { platform: detectPlatform(), loadDeliveries: () => loadDeliveries(settings) })
  if (!isPage()) telltale.close()
  return telltale
}

/** Bundlers split this `import()` into a lazy chunk. */
async function loadDeliveries(settings: Settings): Promise<StartDeliveries> {
  const { startBrowserDeliveries } = await import('./lazy/lazyChunk.ts')
  return startBrowserDeliveries(settings)
}

export type {
  BuiltInDestination,
  DeliveryContext,
  DeliveryOutcome,
  DeliveryPart,
  DeliveryResult,
  Destination,
} from './events/destinations/destination.ts'
export type { Impersonation } from './events/destinations/destination.ts'
export type { Vendor } from './events/destinations/vendor.ts'
export type {
  Exposure,
  ObservedFlags,
  ObservedIdentity,
  ObservedLayer,
  ObservedTopics,
  Observer,
  Problem,
  TrackedCall,
} from './core/observer.ts'
export type { Attempt, Progress, ProgressStep } from './core/model/diagnostics.ts'
export type { Unsubscribe } from './core/lib/listeners.ts'
export type { Readable } from './core/lib/readable.ts'
export type {
  AnalyticsEvent,
  EventDraft,
  EventIdentity,
  EventKind,
  EventProperties,
  FlagFacts,
  FlagSet,
  Moment,
  MomentSession,
  MomentView,
} from './core/model/event.ts'
export type { Definitions, EventDefinitions, FlagDefinition, FlagDefinitions } from './core/model/definitions.ts'
export type { RefusedApi, RefusedEvent } from './events/sending/refusedEvents.ts'
export type {
  DropReason,
  Dropped,
  EventCounts,
  FlushOptions,
  FlushResult,
  PageDiagnostics,
  PageFates,
  Waiting,
} from './core/model/diagnostics.ts'
export type { Flag, FlagDetail, FlagReason, FlagsInForce } from './core/model/flag.ts'
export type {
  Account,
  Accounts,
  Identity,
  KnownIdentity,
  Person,
  RegisteredAccounts,
  RegisteredPerson,
  ResolvingIdentity,
  UnknownIdentity,
} from './core/model/identity.ts'
export type { Json } from './core/model/json.ts'
export type { PerLevel, Promotion, PromotionName } from './core/model/promotion.ts'
export type { Enrichment, Step, StepCall } from './core/step.ts'
export type {
  DefinitionsSetting,
  EventName,
  EventPropertiesOf,
  FallbackArgs,
  FlagKey,
  FlagValue,
  ReadFlag,
  ReadFlagDetail,
  Track,
  TrackArgs,
} from './core/model/registered.ts'
export type { Register } from './core/model/register.ts'
export type { SchemaIssue, SchemaResult, StandardSchema } from './core/model/definitions.ts'
export type { TrackOptions } from './core/model/event.ts'
export { defineEvents } from './core/model/definitions.ts'
export { defineFlags } from './core/model/definitions.ts'
export type { FlagsStatus } from './core/model/flag.ts'
export type { Flags, LayerFlags, ReadFlagStore } from './flags/flags.ts'
export type { PersonAccounts } from './identity/accountsPart.ts'
export type { IdentityApi } from './identity/createIdentity.ts'
export type { PersonTraits } from './identity/traitsPart.ts'
export type { Visitor } from './identity/visitorPart.ts'
export type { Readiness, Wait } from './layer/readiness.ts'
export type { AccountInput, AccountsInput, PersonInput, TokenInput } from './identity/identitySource.ts'
export type {
  AppSettings,
  AuthSettings,
  EventSettings,
  IdentitySettings,
  ProjectIds,
  Settings,
} from './layer/settings.ts'
export type { Telltale }
