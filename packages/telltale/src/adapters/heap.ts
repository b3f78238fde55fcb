import { checkOptions } from '../core/checkOptions.ts'
import { writeJson } from '../core/lib/json.ts'
import type { EventProperties } from '../core/model/event.ts'
import type { KnownIdentity } from '../core/model/identity.ts'
import type { OptionTable } from '../core/optionTable.ts'
import type { Impersonation } from '../events/destinations/destination.ts'
import { IMPERSONATION, projectFor } from '../events/destinations/impersonation.ts'
import type { VendorPart } from '../events/destinations/vendor.ts'
import { type Instance, OBJECT_INSTANCE, readInstance } from './readInstance.ts'

/** The members of Heap's script that are used. The classic script has its project in `appid`, the current one in `envId`. */
export interface HeapInstance {
  /** Set by the classic script when it has loaded. */
  loaded?: boolean
  /** The project of the classic script. */
  appid?: string | number
  /** The project of the current script. */
  envId?: string | number
  /** In the current script and its stub: calls back once the script has loaded. */
  onReady?(callback: () => void): void
  /** In the classic script: the user who was identified last, on this page or an earlier one. */
  identity?: string | null
  /** In the current script: the same. */
  getIdentity?(): string | null | undefined
  /** Identifies the user of the script. Heap merges identities permanently. */
  identify(identity: string): void
  /** Records an event of the script’s user. */
  track(event: string, properties?: Record<string, string | number | boolean>): void
  /** Gives the script a new anonymous user. */
  resetIdentity(): void
  /** In the current script: begins to capture. */
  startTracking?(): void
  /** In the current script: captures nothing any more. */
  stopTracking?(): void
}

/** The options of `heap`. All are optional. */
export interface HeapOptions {
  /** The script; `window.heap` when absent. A function is called each time, since the script may load late, or never. */
  instance?: Instance<HeapInstance> | undefined
  /** What happens to the events of a user who is impersonated; `tag` when absent. With `redirect`, the script must be loaded with that project while a user is impersonated. */
  impersonation?: Impersonation | undefined
}

/** The longest name of an event in Heap's client API, in characters. */
const MAX_NAME = 255
/** The longest value of a property in Heap's client API, in characters. */
const MAX_VALUE = 1_023

const HEAP = {
  what: 'heap',
  table: { instance: OBJECT_INSTANCE, impersonation: IMPERSONATION } satisfies OptionTable<HeapOptions>,
  required: ['instance'],
}

/** @param ofPage returns the script of the page, which is used when the options have none */
export function heap(options?: HeapOptions, ofPage?: () => HeapInstance | undefined): VendorPart {
  const passed = checkOptions(HEAP, options, { instance: ofPage })
  const { instance, impersonation = 'tag' } = passed.options
  const current = readInstance(instance as Instance<HeapInstance>)
  return {
    name: 'heap',
    impersonation,
    passed,
    identifiesPersons: true,
    start({ identity, app: { projectId }, bus }) {
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
          const script = current()
          const who = identity.get()
          const expected = projectFor(who.status === 'known' ? who.impersonator : undefined, impersonation, projectId)
          if (!script || !hasLoaded(script)) return false
          const actual = script.appid ?? script.envId
          if (expected === undefined || String(actual) === expected) return true
          const isUnnamed = actual === undefined
          const message = isUnnamed
            ? `Heap names no analytics project, but ${expected} is expected: events go to the project of its script. (T154)`
            : `The analytics project is ${actual}, but ${expected} is expected: load Heap with that project id. (T77)`
          bus.publish('problem', { where: 'heap', message, isError: true })
          return isUnnamed
        },
        isMissing: () => !hasLoaded(current()),
        identify: (who) => current()?.identify(identityOf(who)),
        remembers(who) {
          const script = current()
          const user = script?.getIdentity ? script.getIdentity() : script?.identity
          if (user === undefined) return script?.getIdentity ? false : undefined
          return who ? user === identityOf(who) : user !== null
        },
        track: ({ name, properties, identity: { impersonator } }) =>
          current()?.track(name.slice(0, MAX_NAME), flat({ ...properties, ...(impersonator && { impersonator }) })),
        reset: () => current()?.resetIdentity(),
        allow: (isAllowed) => (isAllowed ? current()?.startTracking?.() : current()?.stopTracking?.()),
        cookies: ['_hp2_id.', '_hp2_ses_props.', '_hp2_hld.'],
      }
    },
  }
}

/** An impersonated person has a separate identity, because Heap merges identities permanently. */
const identityOf = ({ person, impersonator, displayIdentity }: KnownIdentity) =>
  impersonator ? displayIdentity : person.unique_identity

/** Heap accepts strings, numbers and booleans. Any other value is sent as JSON, and null is left out. */
function flat(properties: EventProperties): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, string | number | boolean][] => {
      if (value === null) return []
      if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
      return [[name, (typeof value === 'string' ? value : writeJson(value)).slice(0, MAX_VALUE)]]
    }),
  )
}
