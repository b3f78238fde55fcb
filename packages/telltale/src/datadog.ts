import { datadog as monitor, type DatadogOptions, type DatadogRum } from './adapters/datadog.ts'
import type { VendorPart } from './analytics/vendor.ts'

/**
 * Real-user monitoring by Datadog: the user, an action for each event, and the flags that were shown. `window.DD_RUM` unless
 * `instance` gives another.
 */
export const datadog = (options?: Partial<DatadogOptions>): VendorPart =>
  monitor({ instance: () => (globalThis as { DD_RUM?: DatadogRum }).DD_RUM, ...options })

export type { DatadogOptions, DatadogRum }
export type { Vendor, VendorPart } from './analytics/vendor.ts'
