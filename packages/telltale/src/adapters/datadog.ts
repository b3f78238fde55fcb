import type { Host, Stoppable } from '../core/host.ts'
import { checkOptions } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import { sameJson } from '../core/lib/json.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { eventIdentity, type EventIdentity, isSameIdentity } from '../core/model/event.ts'
import type { KnownIdentity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import type { OptionTable } from '../core/optionTable.ts'
import type { Impersonation } from '../events/destinations/destination.ts'
import { TAG_OR_SUPPRESS } from '../events/destinations/impersonation.ts'
import type { VendorPart } from '../events/destinations/vendor.ts'
import { type Instance, OBJECT_INSTANCE, readInstance } from './readInstance.ts'

/** The methods of Datadog's browser RUM that are used. */
export interface DatadogRum {
  /** Sets the user of all later data. */
  setUser(user: Record<string, unknown> & { id: string }): void
  /** Removes the user. */
  clearUser(): void
  /** Returns the user. */
  getUser?(): object
  /** Sets the account of all later data. Without this method, Datadog gets the user alone. */
  setAccount?(account: { id: string; name?: string }): void
  /** Removes the account. */
  clearAccount?(): void
  /** Returns the account. */
  getAccount?(): object
  /** Records an action in the open view. */
  addAction(name: string, context?: object): void
  /** Tells the SDK whether it may collect. */
  setTrackingConsent?(consent: 'granted' | 'not-granted'): void
  /** Adds a flag to the open view. */
  addFeatureFlagEvaluation(key: string, value: unknown): void
  /** Returns the open view. Without this method the flags are not added to later views. */
  getInternalContext?(): { view?: { id?: string } | undefined } | undefined
}

/** The options of `datadog`. All are optional. */
export interface DatadogOptions {
  /** `datadogRum` of its package; `window.DD_RUM` when absent. A function is called each time, since the script may load late. */
  instance?: Instance<DatadogRum> | undefined
  /** Whether the events of an impersonated user are tagged, the default, or suppressed. */
  impersonation?: Exclude<Impersonation, object> | undefined
}

const DATADOG = {
  what: 'datadog',
  table: {
    instance: OBJECT_INSTANCE,
    impersonation: TAG_OR_SUPPRESS,
  } satisfies OptionTable<DatadogOptions>,
  required: ['instance'],
}

/** How often to check whether the SDK has loaded and whether another view is open, in milliseconds. */
const CHECK_MS = 1_000

/**
 * The SDK keeps the flags of each view separately, so a view that opens later starts without flags: the flags that the user was
 * shown are added to it within a second, and before an action. The SDK announces views only to `beforeSend`, which belongs to
 * the application, and to plugins, which Datadog reserves for itself. The view is therefore read from `getInternalContext`, as
 * Datadog's own logs SDK does.
 *
 * No e-mail address is sent except that of an impersonator: monitoring needs to distinguish users, and a name and a company are enough for that.
 *
 * @param ofPage returns the SDK of the page, which is used when the options have none
 */
export function datadog(options?: DatadogOptions, ofPage?: () => DatadogRum | undefined): VendorPart {
  const passed = checkOptions(DATADOG, options, { instance: ofPage })
  const { instance, impersonation = 'tag' } = passed.options
  const current = readInstance(instance as Instance<DatadogRum>)
  return {
    name: 'datadog',
    impersonation,
    passed,
    start({ bus, identity, platform: { clock, permits } }) {
      /** The CDN's asynchronous snippet leaves a stub on the page that has only `onReady`: the SDK replaces it when it has loaded. */
      function rum(): DatadogRum | undefined {
        const found = current()
        return found?.addAction && found
      }
      const shown = rememberShownFlags({ bus, identity })
      /** The flags that the SDK has for the open view. */
      let added: { rum?: DatadogRum; view?: string | undefined; flags: Map<string, unknown> } = { flags: new Map() }

      const isSuppressed = () => {
        const who = identity.get()
        return impersonation === 'suppress' && who.status === 'known' && who.impersonator !== undefined
      }

      function addFlags() {
        const sdk = rum()
        if (!sdk || isSuppressed() || (permits && permits.of('datadog') !== 'granted')) return
        const view = sdk.getInternalContext?.()?.view?.id
        if (sdk !== added.rum || view !== added.view) added = { rum: sdk, view, flags: new Map() }
        for (const [key, value] of shown.all()) {
          if (added.flags.get(key) === value) continue
          added.flags.set(key, value)
          sdk.addFeatureFlagEvaluation(nameOf(key), value)
        }
      }

      function tryToAddFlags() {
        attempt(addFlags, () =>
          bus.publish('problem', {
            where: 'datadog',
            message: 'its script has failed: it misses flags that were shown (T80)',
          }),
        )
      }

      let cancelCheck: Unsubscribe | undefined
      function check() {
        tryToAddFlags()
        cancelCheck = clock.after(CHECK_MS, check)
      }
      const unsubscribe = bus.on('exposure', () => {
        tryToAddFlags()
        cancelCheck ??= clock.after(CHECK_MS, check)
      })

      /** Whether the SDK has an account of the layer. */
      let hasAccount = false

      function setUser(who: KnownIdentity) {
        const sdk = rum()
        sdk?.setUser(userOf(who))
        const account = accountOf(who)
        if (!account) return clearAccount()
        sdk?.setAccount?.(account)
        hasAccount = true
      }

      function clearAccount() {
        if (hasAccount) rum()?.clearAccount?.()
        hasAccount = false
      }

      function remembers(who: KnownIdentity) {
        const sdk = rum()
        const account = accountOf(who)
        const hasUser = sdk?.getUser && sameJson(sdk.getUser(), userOf(who))
        return hasUser && account && sdk.getAccount ? sameJson(sdk.getAccount(), account) : hasUser
      }

      return {
        name: 'datadog',
        impersonation,
        isLoaded: () => rum() !== undefined,
        identify: setUser,
        update: setUser,
        // The SDK keeps no user between pages: a user that the layer does not know was set by the application.
        remembers: (who) => who && remembers(who),
        track({ name, properties, identity: { impersonator } }) {
          tryToAddFlags()
          rum()?.addAction(name, { ...properties, ...(impersonator && { impersonator }) })
        },
        reset() {
          const sdk = rum()
          sdk?.clearUser()
          clearAccount()
          // The SDK cannot remove a flag from the open view. But it sends events as JSON, which leaves out undefined values.
          for (const key of added.flags.keys()) sdk?.addFeatureFlagEvaluation(nameOf(key), undefined)
          added.flags.clear()
        },
        allow: (isAllowed) => rum()?.setTrackingConsent?.(isAllowed ? 'granted' : 'not-granted'),
        cookies: ['_dd_s'],
        stop() {
          unsubscribe()
          cancelCheck?.()
          shown.stop()
        },
      }
    },
  }
}

function userOf({ person, displayIdentity, impersonator }: KnownIdentity) {
  const { unique_identity, company_id, company_name } = person
  return {
    id: impersonator ? displayIdentity : unique_identity,
    name: displayIdentity,
    ...(company_id && { company_id }),
    ...(company_name && { company_name }),
    ...(impersonator && { impersonator }),
  }
}

/** The first account. An impersonated person is not at work for the company: nothing of the account is sent. */
function accountOf({ accounts = {}, impersonator }: KnownIdentity) {
  const [account] = Object.values(accounts)
  if (!account || impersonator) return undefined
  return { id: account.key, ...(account.name !== undefined && { name: account.name }) }
}

/** The key with an underscore for each character that Datadog's documentation does not allow in the name of a flag. */
const nameOf = (key: string) => key.replace(/[.:+\-=&|><!(){}[\]^"“”~*?\\\s]/g, '_')

/** The flags that the current user was shown on this page, each with the value that was shown last. */
export interface ShownFlags extends Stoppable {
  all(): readonly (readonly [key: string, value: Json])[]
}

function rememberShownFlags({ bus, identity }: Pick<Host, 'bus' | 'identity'>): ShownFlags {
  const flags = new Map<string, { value: Json; epoch: string }>()
  let user: EventIdentity | undefined

  /** A renewed token begins another epoch of the same user. While its owner is not known, nothing is forgotten. */
  function forgetFormerUser() {
    const present = identity.get()
    const next = eventIdentity(present)
    if (!next) return
    if (user && !isSameIdentity(user, next)) {
      for (const [key, { epoch }] of flags) if (epoch !== present.epoch) flags.delete(key)
    }
    user = next
  }

  const undo = [
    identity.watch(forgetFormerUser),
    bus.on('exposure', ({ key, flag }) => {
      if (flag) flags.set(key, { value: flag.value, epoch: identity.get().epoch })
    }),
  ]
  forgetFormerUser()
  return {
    all: () => [...flags].map(([key, { value }]) => [key, value]),
    stop: () => undo.forEach((step) => step()),
  }
}
