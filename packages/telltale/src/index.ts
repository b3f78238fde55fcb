import { createTelltale as createLayer, type Telltale } from './layer/createTelltale.ts'
import type { Settings } from './layer/settings.ts'
import { presentPlatform } from './platform/presentPlatform.ts'

/**
 * Starts the layer in this browser: finds out who is signed in, loads their flags and delivers events. On a server it asks
 * nothing and holds nothing: a bootstrap of the flags is what a page is rendered with.
 *
 * @throws a sentence that says what to do, when the settings are wrong. Nothing throws afterwards.
 */
export const createTelltale = (settings: Settings): Telltale => createLayer(settings, presentPlatform())

export type {
  DeliveryOptions,
  DeliveryOutcome,
  DeliveryPart,
  DeliveryResult,
  Destination,
  DestinationPart,
} from './events/destination.ts'
export type { Impersonation } from './events/impersonation.ts'
export type { KnownIdentity, Vendor, VendorPart } from './events/vendor.ts'
export type { Observer } from './core/host.ts'
export type { Bus } from './core/lib/bus.ts'
export type { Unsubscribe } from './core/lib/listeners.ts'
export type { Readable } from './core/lib/readable.ts'
export type { AnalyticsEvent, EventDraft, EventIdentity, EventProperties } from './core/model/event.ts'
export type { Definitions, EventDefinitions, FlagDefinition, FlagDefinitions } from './core/model/definitions.ts'
export type { RefusedApi, RefusedEvent } from './events/refusedEvents.ts'
export type { Diagnostics, DropReason, Dropped, Waiting } from './core/model/diagnostics.ts'
export type { Flag, FlagDetail, FlagReason, FlagsInForce } from './core/model/flag.ts'
export type { Identity, Person } from './core/model/identity.ts'
export type { Json } from './core/model/json.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
export type {
  DefinitionsSetting,
  EventName,
  EventPropertiesOf,
  FallbackArgs,
  FlagKey,
  FlagValue,
  ReadFlag,
  ReadFlagDetail,
  Register,
  Track,
  TrackArgs,
} from './core/model/register.ts'
export type { SchemaIssue, SchemaResult, StandardSchema } from './core/model/standardSchema.ts'
export type { TrackOptions } from './core/model/trackOptions.ts'
export { defineEvents } from './define/defineEvents.ts'
export { defineFlags } from './define/defineFlags.ts'
export type { FlagsApi, FlagsPart, FlagsStatus } from './flags/flagsApi.ts'
export type { IdentityApi } from './identity/createIdentity.ts'
export type { Readiness, Wait } from './layer/readiness.ts'
export type { RegisteredFlags } from './layer/registeredFlags.ts'
export type { AppSettings, AuthSettings, EventSettings, ProjectIds, Settings } from './layer/settings.ts'
export type { Telltale }
