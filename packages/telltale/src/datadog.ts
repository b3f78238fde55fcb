import { datadog as monitor, type DatadogOptions, type DatadogRum } from './adapters/datadog.ts'
import type { BuiltInDestination } from './events/destinations/destination.ts'
import { vendorDestination } from './events/destinations/vendorDestination.ts'

/**
 * Real-user monitoring by Datadog: the user, an action for each event, and the flags that were shown.
 * The user has an id, a name and a company, and no e-mail address except that of an impersonator.
 */
export const datadog = (options?: DatadogOptions): BuiltInDestination =>
  vendorDestination(monitor(options, () => (globalThis as { DD_RUM?: DatadogRum }).DD_RUM))

export type { DatadogOptions, DatadogRum, BuiltInDestination }
