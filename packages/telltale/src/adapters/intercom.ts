import type { VendorPart } from '../analytics/vendor.ts'
import type { EventProperties } from '../core/model/event.ts'

/** `window.Intercom`: the widget's script, or the stub that queues calls until that has loaded. */
export type IntercomCall = (method: string, ...parameters: unknown[]) => void

export interface IntercomOptions {
  appId: string
  /** Read each time: the widget's script may load late. */
  instance: () => IntercomCall | undefined
}

/**
 * Customer messaging by Intercom: booted as whoever is signed in, and told the events that ask for it. Never booted as a
 * person who is impersonated: the messages are theirs alone.
 */
export const intercom =
  ({ appId, instance }: IntercomOptions): VendorPart =>
  () => {
    if (!appId) throw new Error('Telltale cannot start. Set appId of intercom({ appId }) to the id of your workspace.')
    return {
      name: 'intercom',
      impersonation: 'suppress',
      isLoaded: () => instance() !== undefined,
      missing: () => 'The messaging widget is enabled, but its script is not on the page: add Intercom’s script.',
      identify: ({ person: { user_id, user_hash } }) => instance()?.('boot', { app_id: appId, user_id, user_hash }),
      update: ({ person: { user_id, user_hash } }) => instance()?.('update', { user_id, user_hash }),
      accepts: (event) => event.messaging === true,
      track: ({ name, properties }) => instance()?.('trackEvent', name, metadataOf(properties)),
      // Ends the session and deletes its cookie: the next user must not see these conversations.
      reset: () => instance()?.('shutdown'),
    }
  }

/** Intercom keeps texts and numbers: what is true or false, as most flags are, goes as text. */
const metadataOf = (properties: EventProperties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  )
