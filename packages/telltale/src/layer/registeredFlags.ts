import type { Host } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { attempt } from '../core/lib/attempt.ts'
import { freezeDeep } from '../core/lib/json.ts'
import { readableOf } from '../core/lib/readable.ts'
import { eventIdentity } from '../core/model/event.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { FlagKey, KnownKey, ReadFlag, ReadFlagDetail } from '../core/model/register.ts'
import type { FlagsApi, RunningFlags } from '../flags/flags.ts'

/** The methods that read one flag by its key. */
type ByKey = 'variation' | 'variationDetail' | 'getFlag' | 'bootstrapFlag' | 'recordExposure' | 'watch'

/** The feature flags of the current user, by the keys that the application has registered, if it has registered any. */
export interface RegisteredFlags extends Omit<FlagsApi, ByKey> {
  /**
   * The value, or the fallback when the flag is unknown or has another type. Records an exposure. All readers share a list or an
   * object, so it is frozen: copy it before you sort it. So are `allFlags()`, details and the defaults of definitions.
   */
  readonly variation: ReadFlag
  /** The value with its variation and its reason. Records an exposure. */
  readonly variationDetail: ReadFlagDetail
  /** Reads the flag without recording an exposure, for rendering. An equal value keeps its reference. */
  getFlag(key: FlagKey): Flag | undefined
  /** The flag in the bootstrap, with which a server rendered the page. */
  bootstrapFlag(key: FlagKey): Flag | undefined
  /** Records that the user is shown this flag's value, for effects. `fallback` is what is shown if the flag is unknown. */
  recordExposure(key: FlagKey, fallback?: Json): void
  /**
   * Calls `listener` when the value of this flag changes, and not when other flags change. With `shown`, an exposure is recorded
   * now, when the flag changes, and when another user signs in meanwhile.
   */
  watch<const K extends string>(
    key: KnownKey<K>,
    listener: () => void,
    shown?: { readonly fallback: Json | undefined },
  ): Unsubscribe
}

/** Uses the default of the flag's definition in calls without a fallback. */
export function registeredFlags(flags: RunningFlags, definitions: FlagDefinitions = {}): RegisteredFlags {
  // Readers get these objects themselves, as they get the values of flags.
  for (const definition of Object.values(definitions)) attempt(() => freezeDeep(definition.default))
  const orDefault = (key: string, fallback?: Json) =>
    (fallback === undefined ? definitions[key]?.default : fallback) as Json
  const { current: _current, stop: _stop, ...api } = flags
  return {
    ...api,
    variation: (key: string, fallback?: Json) => api.variation(key, orDefault(key, fallback)),
    variationDetail: (key: string, fallback?: Json) => api.variationDetail(key, orDefault(key, fallback)),
    recordExposure: (key: string, fallback?: Json) => api.recordExposure(key, orDefault(key, fallback)),
  } as RegisteredFlags
}

const NOTHING = {}

/** The flags of an application without flags: every read returns its fallback, and no event waits. */
export const noFlags = ({ identity }: Pick<Host, 'identity'>): RunningFlags => ({
  status: readableOf('live'),
  variation: (_key, fallback) => fallback as Widen<typeof fallback>,
  variationDetail: (_key, fallback) => ({ value: fallback as Widen<typeof fallback> }),
  allFlags: () => NOTHING,
  getFlag: () => undefined,
  bootstrapFlag: () => undefined,
  recordExposure: () => {},
  watch: () => () => {},
  track: () => {},
  current: {
    get() {
      const who = identity.get()
      return { epoch: who.epoch, isReady: who.status !== 'resolving', user: eventIdentity(who), values: NOTHING }
    },
    subscribe: identity.subscribe,
  },
  stop: () => {},
})
