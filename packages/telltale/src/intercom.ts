import { intercom as messenger, type IntercomCall, type IntercomOptions } from './adapters/intercom.ts'
import type { BuiltInDestination } from './events/destination.ts'
import { vendorDestination } from './events/vendorDestination.ts'

/**
 * Customer messaging by Intercom, whose script the page loads. It is shut down when impersonation begins, and booted again when it ends. The boot has
 * `app_id`, `user_id` and `user_hash`, as the specification says, and neither name nor e-mail address: the workspace knows its
 * customers by `user_id`.
 */
export const intercom = (options: IntercomOptions): BuiltInDestination => {
  const page = globalThis as { Intercom?: IntercomCall }
  // JavaScript callers may omit the options.
  const instance = (options as IntercomOptions | undefined)?.instance
  // The stub that is on the page now will be replaced by the widget's script.
  const isOfPage = !instance || instance === page.Intercom
  return vendorDestination(messenger({ ...options, instance: isOfPage ? () => page.Intercom : instance }))
}

export type { BuiltInDestination, IntercomCall, IntercomOptions }
export type { PerLevel, Promotion } from './core/model/promotion.ts'
