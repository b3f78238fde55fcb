import { intercom as messenger, type IntercomCall, type IntercomOptions } from './adapters/intercom.ts'
import type { BuiltInDestination } from './events/destinations/destination.ts'
import { vendorDestination } from './events/destinations/vendorDestination.ts'

/**
 * Customer messaging by Intercom, whose script the page loads. It is shut down when impersonation begins, and booted again when it ends. The boot has
 * `app_id`, `user_id` and `user_hash`, as the specification says, and neither name nor e-mail address: the workspace knows its
 * customers by `user_id`.
 */
export const intercom = (options: IntercomOptions): BuiltInDestination =>
  vendorDestination(messenger(options, () => (globalThis as { Intercom?: IntercomCall }).Intercom))

export type { BuiltInDestination, IntercomCall, IntercomOptions }
export type { PerLevel, Promotion } from './core/model/promotion.ts'
