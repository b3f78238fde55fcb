import { checkOptions } from '../core/checkOptions.ts'
import type { EventProperties } from '../core/model/event.ts'
import type { KnownIdentity } from '../core/model/identity.ts'
import { FLAG_PREFIX } from '../core/model/flagPrefix.ts'
import type { Json } from '../core/model/json.ts'
import { atLevel, type PerLevel } from '../core/model/promotion.ts'
import { isPerLevel, type OptionTable } from '../core/optionTable.ts'
import type { VendorPart } from '../events/destinations/vendor.ts'
import { FUNCTION_INSTANCE } from './readInstance.ts'

/**
 * `window.Intercom`: the messenger, or the stub that queues calls until the widget's script has loaded. It is declared as the
 * type of a method, so that the narrower function of `@types/intercom-web` can be assigned to it.
 */
export type IntercomCall = { call(method: string, ...parameters: unknown[]): void }['call']

/** The options of `intercom`. */
export interface IntercomOptions {
  /** The id of the workspace, or one for each promotion level. */
  appId: PerLevel
  /**
   * The messenger, or a function without parameters that returns it; `window.Intercom` when absent. That function is called each
   * time, since the widget's script may load late. `Function` is the type of `window.Intercom` in the vendor's SDK.
   */
  instance?: IntercomCall | (() => IntercomCall | Function | undefined) | undefined
}

const INTERCOM = {
  what: 'intercom',
  table: {
    appId: [
      isPerLevel,
      (at) => `Telltale cannot start. Set appId${at} of intercom({ appId }) to the id of your workspace. (T30)`,
    ],
    instance: FUNCTION_INSTANCE,
  } satisfies OptionTable<IntercomOptions>,
  required: ['appId', 'instance'],
}

/**
 * It is never booted with a person who is impersonated: the messages are for that person only.
 *
 * @param ofPage returns the messenger of the page, which is used when the options have none
 */
export function intercom(options: IntercomOptions, ofPage?: () => IntercomCall | undefined): VendorPart {
  const passed = checkOptions<IntercomOptions>(INTERCOM, options, { instance: ofPage })
  const { appId, instance } = passed.options
  // The stub that is on the page now will be replaced by the widget's script.
  const isOfPage = ofPage && instance === ofPage()
  const messenger = readMessenger((isOfPage ? ofPage : instance) as Function)
  return {
    name: 'intercom',
    passed,
    impersonation: 'suppress',
    identifiesPersons: true,
    accepts: (event) => event.messaging === true,
    start({ app: { promotion } }) {
      /** Whether this page has booted the messenger, and has not shut it down since. */
      let isBooted = false
      const app_id = atLevel(appId, promotion)

      function boot(user?: object) {
        isBooted = true
        messenger()?.('boot', { app_id, ...user })
      }

      return {
        name: 'intercom',
        impersonation: 'suppress',
        isLoaded: () => hasLoaded(messenger()),
        identify: (who) => boot(userOf(who)),
        update: (who) => messenger()?.('update', userOf(who)),
        track: ({ name, properties }) => messenger()?.('trackEvent', name, metadataOf(properties)),
        // Ends the session and deletes its cookie: the next user must not see these conversations.
        reset() {
          // The session may be from an earlier page. Only a booted messenger can end it, so it is booted as a visitor first.
          if (!isBooted) boot()
          isBooted = false
          messenger()?.('shutdown')
        },
        cookies: ['intercom-id-', 'intercom-session-', 'intercom-device-id-'],
      }
    },
  }
}

/** A company has to have a name: without one, it could lose the name by which the workspace knows it. */
function userOf({ person: { user_id, user_hash }, accounts }: KnownIdentity) {
  const [account] = Object.values(accounts ?? {})
  return { user_id, user_hash, ...(account?.name && { company: { company_id: account.key, name: account.name } }) }
}

/** The stub queues calls in `q`. The widget's script marks it as `booted`, and then replaces it. */
type Messenger = IntercomCall & { readonly q?: unknown; readonly booted?: unknown }

/** The messenger is a function, too, but one that takes arguments. Called without them, it would do nothing and return nothing. */
function readMessenger(instance: Function): () => Messenger | undefined {
  const isMessenger = instance.length > 0 || 'q' in instance || 'booted' in instance
  return isMessenger ? () => instance as Messenger : (instance as () => Messenger | undefined)
}

/** Calls that the stub has queued are lost when the page ends, or when a blocker stops the widget's script. */
const hasLoaded = (messenger: Messenger | undefined) => Boolean(messenger && (messenger.booted || !messenger.q))

/** The maximum number of metadata entries that Intercom keeps for an event. */
const MAX_METADATA = 20

/**
 * Intercom keeps 20 strings and numbers of an event. Booleans, such as most flags, are sent as strings. The flags come last, so
 * that they are left out first; a flag whose value is JSON or null is always left out. `validateEvents` reports both.
 */
function metadataOf(properties: EventProperties) {
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? String(value) : value,
  ]) as [string, Json][]
  const own = entries.filter(([name]) => !name.startsWith(FLAG_PREFIX))
  const flags = entries.filter(([name, value]) => name.startsWith(FLAG_PREFIX) && typeof value !== 'object')
  return Object.fromEntries([...own, ...flags].slice(0, MAX_METADATA))
}
