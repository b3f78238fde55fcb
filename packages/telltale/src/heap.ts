export { heap, type HeapInstance, type HeapOptions } from './adapters/heap.ts'
export type { Impersonation } from './analytics/impersonation.ts'
export type { Vendor, VendorPart } from './analytics/vendor.ts'
