import { heap as productAnalytics, type HeapInstance, type HeapOptions } from './adapters/heap.ts'
import type { BuiltInDestination } from './events/destinations/destination.ts'
import { vendorDestination } from './events/destinations/vendorDestination.ts'

declare global {
  interface Window {
    /** Heap's script, or the stub that queues calls until it has loaded. */
    heap?: HeapInstance | undefined
  }
}

/**
 * Product analytics by Heap, whose script the page loads. Its project must be
 * the one that the settings expect for the promotion level and the internal-products flag: a script of another project is an
 * error, and gets nothing. Heap receives the identity of a user and no user properties: an analyst joins those by the identity.
 */
export const heap = (options?: HeapOptions): BuiltInDestination =>
  vendorDestination(productAnalytics(options, () => (globalThis as { heap?: HeapInstance }).heap))

export type { HeapInstance, HeapOptions }
export type { BuiltInDestination }
export type { Impersonation } from './events/destinations/destination.ts'
