export { datadog, type DatadogOptions, type DatadogRum } from './adapters/datadog.ts'
export type { Vendor, VendorPart } from './analytics/vendor.ts'
