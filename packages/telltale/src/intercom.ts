import { intercom as messenger, type IntercomCall, type IntercomOptions } from './adapters/intercom.ts'
import type { VendorPart } from './analytics/vendor.ts'

declare global {
  var Intercom: IntercomCall | undefined
}

/** Customer messaging by Intercom, whose script the page loads: `window.Intercom` unless `instance` gives another. */
export const intercom = (options: Omit<IntercomOptions, 'instance'> & Partial<IntercomOptions>): VendorPart =>
  messenger({ instance: () => globalThis.Intercom, ...options })

export type { IntercomCall, IntercomOptions }
export type { Vendor, VendorPart } from './analytics/vendor.ts'
