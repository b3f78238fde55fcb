import type { DestinationPart } from './events/destination.ts'
import type { Vendor, VendorPart } from './events/vendor.ts'
import { vendorDestination } from './events/vendorDestination.ts'

/**
 * A vendor of your own, for the settings: its script is told who is here before their first event, and each event once, in
 * order, after it has loaded and while it takes whoever the event belongs to for the one who is here. What it throws is reported.
 *
 * @example analytics: vendor(ours)
 */
export const vendor = (part: VendorPart): DestinationPart => vendorDestination(part)

export type { DestinationPart, Vendor, VendorPart }
export type { Impersonation } from './events/impersonation.ts'
export type { KnownIdentity } from './events/vendor.ts'
