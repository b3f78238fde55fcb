import type { BuiltInDestination } from './events/destinations/destination.ts'
import type { Vendor } from './events/destinations/vendor.ts'
import { vendorDestination } from './events/destinations/vendorDestination.ts'
import { vendorPart } from './events/destinations/vendorPart.ts'

/**
 * A vendor of your own, for the settings. Its script is given the user before that user's first event, and each event once, in
 * order, after the script has loaded and only while it has the user of the event. What it throws is reported.
 *
 * @example createTelltale({ …, analytics: vendor({ name: 'ours', identify, track, reset }) })
 */
export const vendor = (own: Vendor): BuiltInDestination => vendorDestination(vendorPart(own))

export type { BuiltInDestination, Vendor }
export type { Impersonation } from './events/destinations/destination.ts'
export type { KnownIdentity } from './core/model/identity.ts'
