import type { Part } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { Flag, FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'

/**
 * Where the flags stand. `cached`: from an earlier visit, not yet confirmed. `live`: as the service has them. `failed`: the
 * service could not be asked; what is known is used.
 */
export type FlagsStatus = 'initialising' | 'cached' | 'live' | 'failed'

/** What is switched on for whoever is signed in. */
export interface FlagsApi {
  readonly status: Readable<FlagsStatus>
  /** The value and its reason, or the fallback when the flag is unknown or of another type. Records an exposure. */
  value<T extends Json>(key: string, fallback: T): Widen<T>
  detail<T extends Json>(key: string, fallback: T): FlagDetail<Widen<T>>
  /** All values by key: the same object until a value changes. Records nothing. */
  all(): Readonly<Record<string, Json>>
  /** Calls `listener` when the value of this flag, and no other, becomes another one. */
  watch(key: string, listener: () => void): Unsubscribe
  /** Reads without recording: for rendering. The same value object while it is equal. */
  peek(key: string): Flag | undefined
  /** Records that somebody is shown this flag's value: for effects. `fallback` is what is shown if it is unknown. */
  expose(key: string, fallback?: Json): void
  /**
   * `watch` and `expose` for as long as somebody is shown this flag's value: it is recorded now, when the flag changes, and
   * again for whoever signs in meanwhile.
   */
  show(key: string, fallback: Json | undefined, listener: () => void): Unsubscribe
  /** The flag that a server rendered the page with: the bootstrap's. Always the same value object. */
  given(key: string): Flag | undefined
  /** Why somebody is shown this value of a flag. Records nothing. */
  explain(key: string, value: Json): FlagDetail
  /** The values that hold for the present epoch: what events are stamped with. */
  readonly inForce: Readable<FlagsInForce>
}

export type FlagsPart = Part<FlagsApi>
