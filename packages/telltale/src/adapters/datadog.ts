import type { Impersonation } from '../events/impersonation.ts'
import type { KnownIdentity, VendorPart } from '../events/vendor.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { rememberShownFlags } from './rememberShownFlags.ts'

/** What is used of Datadog's browser RUM. */
export interface DatadogRum {
  setUser(user: Record<string, unknown> & { id: string }): void
  clearUser(): void
  getUser?(): object
  addAction(name: string, context?: object): void
  addFeatureFlagEvaluation(key: string, value: unknown): void
  /** Names the view that is open. Without this method the flags are not added to later views. */
  getInternalContext?(): { view?: { id?: string } | undefined } | undefined
}

export interface DatadogOptions {
  /** `datadogRum`, from its package or from the page; a function is read each time. */
  instance: DatadogRum | (() => DatadogRum | undefined)
  /** `tag` when absent. */
  impersonation?: Exclude<Impersonation, object>
}

/** How often to check whether the SDK has loaded and whether another view is open, in milliseconds. */
const CHECK_MS = 1_000

/**
 * Real-user monitoring by Datadog: the user, an action for each event, and the flags that were shown.
 *
 * The SDK has the flags of each view separately, so a view that opens later starts without any: the flags that the user was
 * shown are added to it within a second, and before an action. The SDK announces views only to `beforeSend`, which belongs to
 * the application, and to plugins, which Datadog reserves for itself. So its `getInternalContext` is asked for the view, as
 * Datadog's own logs SDK does.
 *
 * The user has no e-mail address: monitoring needs to tell users apart, and a name and a company do that.
 */
export const datadog =
  ({ instance, impersonation = 'tag' }: DatadogOptions): VendorPart =>
  ({ bus, identity, platform: { clock } }) => {
    /** The CDN's asynchronous snippet leaves a stub on the page that has only `onReady`: the SDK replaces it when it has loaded. */
    function rum(): DatadogRum | undefined {
      const found = typeof instance === 'function' ? instance() : instance
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
      const present = rum()
      if (!present || isSuppressed()) return
      const view = present.getInternalContext?.()?.view?.id
      if (present !== added.rum || view !== added.view) added = { rum: present, view, flags: new Map() }
      for (const [key, value] of shown.all()) {
        if (added.flags.get(key) === value) continue
        added.flags.set(key, value)
        present.addFeatureFlagEvaluation(nameOf(key), value)
      }
    }

    function tryToAddFlags() {
      attempt(addFlags, () =>
        bus.publish('problem', {
          where: 'datadog',
          message: 'its script has failed: it misses flags that were shown',
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

    const setUser = (who: KnownIdentity) => rum()?.setUser(userOf(who))
    return {
      name: 'datadog',
      impersonation,
      isLoaded: () => rum() !== undefined,
      identify: setUser,
      update: setUser,
      remembers: (who) => sameJson(rum()?.getUser?.(), userOf(who)),
      track({ name, properties, identity: { impersonator } }) {
        tryToAddFlags()
        rum()?.addAction(name, { ...properties, ...(impersonator && { impersonator }) })
      },
      reset() {
        const present = rum()
        present?.clearUser()
        // The SDK cannot remove a flag from the open view. But it sends events as JSON, which leaves out what is undefined.
        for (const key of added.flags.keys()) present?.addFeatureFlagEvaluation(nameOf(key), undefined)
        added.flags.clear()
      },
      stop() {
        unsubscribe()
        cancelCheck?.()
        shown.stop()
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

/** Without the characters that Datadog's documentation does not allow in the name of a flag. */
const nameOf = (key: string) => key.replace(/[.:+\-=&|><!(){}[\]^"“”~*?\\\s]/g, '_')
