import { projectFor, type Impersonation } from '../events/impersonation.ts'
import type { KnownIdentity, VendorPart } from '../events/vendor.ts'
import type { EventProperties } from '../core/model/event.ts'

/** What is used of Heap's script: the classic one names its project `appid`, the current one `envId`. */
export interface HeapInstance {
  /** Set by the classic script when it has loaded. */
  loaded?: boolean
  appid?: string | number
  envId?: string | number
  /** Of the current script and its stub: calls back once the script has loaded. */
  onReady?(callback: () => void): void
  /** Who was identified last, also on an earlier page: of the classic script. */
  identity?: string | null
  /** The same of the current script. */
  getIdentity?(): string | null | undefined
  identify(identity: string): void
  track(event: string, properties?: Record<string, string | number | boolean>): void
  resetIdentity(): void
}

export interface HeapOptions {
  /** Read each time: the script may load late, or never. */
  instance: () => HeapInstance | undefined
  /** `tag` when absent. With `redirect`, the script must have been loaded with that project while somebody is impersonated. */
  impersonation?: Impersonation
}

/** Limits of Heap's client API, in characters: event names, property values. */
const MAX_NAME = 255
const MAX_VALUE = 1_023

/**
 * Product analytics by Heap. Its project must be the one that the settings expect for the promotion level and the
 * internal-products flag: a script of another project is an error, and gets nothing.
 */
export const heap =
  ({ instance, impersonation = 'tag' }: HeapOptions): VendorPart =>
  ({ identity, projectId, bus }) => {
    let isReady = false
    let asked: HeapInstance | undefined

    /** [doc] The current script calls back by `onReady`, through `heapReadyCb`; the classic one sets `loaded`. */
    function hasLoaded(script: HeapInstance | undefined): boolean {
      if (script && script !== asked) {
        asked = script
        script.onReady?.(() => (isReady = true))
      }
      return isReady || script?.loaded === true
    }

    return {
      name: 'heap',
      impersonation,
      isLoaded() {
        const script = instance()
        const who = identity.get()
        const expected = projectFor(who.status === 'known' ? who.impersonator : undefined, impersonation, projectId())
        // While the promotion level is not set there is nothing to compare with: it is waited for.
        if (!script || !hasLoaded(script) || expected === undefined) return false
        const actual = script.appid ?? script.envId
        if (actual === undefined || String(actual) === expected) return true
        const message = `The analytics project is ${actual}, but ${expected} is expected: load Heap with that project id.`
        bus.publish('problem', { where: 'heap', message, isError: true })
        return false
      },
      isMissing: () => !hasLoaded(instance()),
      identify: (who) => instance()?.identify(identityOf(who)),
      remembers(who) {
        const script = instance()
        return (script?.getIdentity?.() ?? script?.identity) === identityOf(who)
      },
      track: ({ name, properties, identity: { impersonator } }) =>
        instance()?.track(name.slice(0, MAX_NAME), flat({ ...properties, ...(impersonator && { impersonator }) })),
      reset: () => instance()?.resetIdentity(),
    }
  }

/** An impersonated person has an identity of its own: Heap merges identities for ever. */
const identityOf = ({ person, impersonator, displayIdentity }: KnownIdentity) =>
  impersonator ? displayIdentity : person.unique_identity

/** Heap takes texts, numbers and booleans: anything else goes as JSON, and null not at all. */
function flat(properties: EventProperties): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, string | number | boolean][] => {
      if (value === null) return []
      if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
      return [[name, (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE)]]
    }),
  )
}
