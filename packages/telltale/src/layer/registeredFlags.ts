import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { freezeDeep } from '../core/lib/json.ts'
import { readable, readableOf } from '../core/lib/readable.ts'
import { eventIdentity } from '../core/model/event.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import { valueOr } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { Flags, RunningFlags } from '../flags/flags.ts'

/** Uses the default of the flag's definition in calls without a fallback. */
export function registeredFlags(flags: RunningFlags, definitions: FlagDefinitions = {}): Flags {
  // Readers get these objects themselves, as they get the values of flags.
  for (const definition of Object.values(definitions)) attempt(() => freezeDeep(definition.default))
  const orDefault = (key: string, fallback?: Json) =>
    (fallback === undefined ? definitions[key]?.default : fallback) as Json
  // `current` is for `telltale/openfeature`, and not part of the type.
  const { stop: _stop, ...api } = flags
  return {
    ...api,
    variation: (key: string, fallback?: Json) => api.variation(key, orDefault(key, fallback)),
    variationDetail: (key: string, fallback?: Json) => api.variationDetail(key, orDefault(key, fallback)),
    value(key: string, fallback?: Json) {
      const given = orDefault(key, fallback)
      return readable(
        () => valueOr(api.getFlag(key), given),
        (listener) => api.watch(key, listener, { fallback: given }),
      )
    },
    recordExposure: (key: string, fallback?: Json) => api.recordExposure(key, orDefault(key, fallback)),
  } as Flags
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
  servedFlag: () => undefined,
  recordExposure: () => {},
  watch: () => () => {},
  track: () => {},
  override: () => {},
  current: readable(() => {
    const who = identity.get()
    const user = eventIdentity(who)
    return { epoch: who.epoch, isReady: who.status !== 'resolving', user, values: NOTHING, getFlag: () => undefined }
  }, identity.watch),
  stop: () => {},
})
