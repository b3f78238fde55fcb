import { intercom as messenger, type IntercomCall, type IntercomOptions } from './adapters/intercom.ts'
import type { DestinationPart } from './analytics/destination.ts'
import { vendorDestination } from './analytics/vendorDestination.ts'

declare global {
  var Intercom: IntercomCall | undefined
}

/** Customer messaging by Intercom, whose script the page loads: `window.Intercom` unless `instance` gives another. */
export const intercom = (options: Omit<IntercomOptions, 'instance'> & Partial<IntercomOptions>): DestinationPart =>
  vendorDestination(messenger({ instance: () => globalThis.Intercom, ...options }))

export type { DestinationPart, IntercomCall, IntercomOptions }
