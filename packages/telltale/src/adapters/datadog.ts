import type { Impersonation } from '../analytics/impersonation.ts'
import type { KnownIdentity, VendorPart } from '../analytics/vendor.ts'
import { attempt } from '../core/lib/attempt.ts'

/** What is used of Datadog's browser RUM. */
export interface DatadogRum {
  setUser(user: Record<string, unknown> & { id: string }): void
  clearUser(): void
  addAction(name: string, context?: object): void
  addFeatureFlagEvaluation(key: string, value: unknown): void
}

export interface DatadogOptions {
  /** `datadogRum`, from its package or from the page; a function is read each time. */
  instance: DatadogRum | (() => DatadogRum | undefined)
  /** `tag` when absent. */
  impersonation?: Exclude<Impersonation, object>
}

/** What Datadog's documentation does not allow in the name of a flag. */
const NOT_IN_FLAG_NAMES = /[.:+\-=&|><!(){}[\]^"“”~*?\\\s]/g

/** Real-user monitoring by Datadog: the user, an action for each event, and the flags that were shown. */
export const datadog =
  ({ instance, impersonation = 'tag' }: DatadogOptions): VendorPart =>
  ({ bus, identity }) => {
    const rum = () => (typeof instance === 'function' ? instance() : instance)
    const isSuppressed = () => {
      const who = identity.get()
      return impersonation === 'suppress' && who.status === 'known' && who.impersonator !== undefined
    }
    const stop = bus.on('exposure', ({ key, flag }) => {
      if (!flag || isSuppressed()) return
      attempt(
        () => rum()?.addFeatureFlagEvaluation(key.replace(NOT_IN_FLAG_NAMES, '_'), flag.value),
        () =>
          bus.publish('problem', {
            where: 'datadog',
            message: 'its script has failed: it misses flags that were shown',
          }),
      )
    })
    const setUser = ({ person, displayIdentity, impersonator }: KnownIdentity) =>
      rum()?.setUser({
        id: impersonator ? displayIdentity : person.unique_identity,
        name: displayIdentity,
        ...(person.company_id && { company_id: person.company_id }),
        ...(person.company_name && { company_name: person.company_name }),
        ...(impersonator && { impersonator }),
      })
    return {
      name: 'datadog',
      impersonation,
      isLoaded: () => rum() !== undefined,
      identify: setUser,
      update: setUser,
      track: ({ name, properties, identity: { impersonator } }) =>
        rum()?.addAction(name, { ...properties, ...(impersonator && { impersonator }) }),
      reset: () => rum()?.clearUser(),
      stop,
    }
  }
