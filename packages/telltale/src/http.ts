export { httpDestination } from './adapters/httpDestination.ts'
export type { BatchFormat, BatchHead, EncodedBatch, HttpDestinationOptions } from './adapters/httpDestination.ts'
export type {
  BuiltInDestination,
  DeliveryOutcome,
  DeliveryPart,
  DeliveryResult,
  Impersonation,
} from './events/destinations/destination.ts'
export type { Dropped } from './core/model/diagnostics.ts'
export type { AnalyticsEvent, FlagSet } from './core/model/event.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
