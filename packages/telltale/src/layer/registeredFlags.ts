import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { FlagKey, ReadFlag, ReadFlagDetail } from '../core/model/register.ts'
import type { FlagsApi } from '../flags/flagsApi.ts'

/** What is switched on for whoever is signed in, by the keys that the application has registered, if it has. */
export interface RegisteredFlags extends Omit<FlagsApi, 'value' | 'detail' | 'watch' | 'peek' | 'expose'> {
  /** The value, or the fallback when the flag is unknown or of another type. Records an exposure. */
  readonly value: ReadFlag
  /** The value and its reason. Records an exposure. */
  readonly detail: ReadFlagDetail
  /** Calls `listener` when the value of this flag, and no other, becomes another one. */
  watch(key: FlagKey, listener: () => void): Unsubscribe
  /** Reads without recording: for rendering. The same value object while it is equal. */
  peek(key: FlagKey): Flag | undefined
  /** Records that somebody is shown this flag's value: for effects. `fallback` is what is shown if it is unknown. */
  expose(key: FlagKey, fallback?: Json): void
}

/** Lets a call that names no fallback have the default of the flag's definition. */
export function registeredFlags(flags: FlagsApi, definitions: FlagDefinitions = {}): RegisteredFlags {
  const orDefault = (key: string, fallback?: Json) => (fallback === undefined ? definitions[key]?.default : fallback)
  return {
    ...flags,
    value: (key: string, fallback?: Json) => flags.value(key, orDefault(key, fallback) as Json),
    detail: (key: string, fallback?: Json) => flags.detail(key, orDefault(key, fallback) as Json),
    expose: (key: string, fallback?: Json) => flags.expose(key, orDefault(key, fallback) as Json),
  } as RegisteredFlags
}
