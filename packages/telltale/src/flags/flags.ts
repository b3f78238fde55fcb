import type { HasPassed } from '../core/checkOptions.ts'
import type { Host, Stoppable } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable, Watchable } from '../core/lib/readable.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { Flag, FlagDetail, FlagsInForce, FlagsStatus } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { FlagKey, KnownKey, ReadArgs, ReadFlag, ReadFlagDetail, ReadValue } from '../core/model/registered.ts'
import type { Register } from '../core/model/register.ts'

/** Like `ReadFlag`, for a value that changes. */
export type ReadFlagStore = Register extends { flags: FlagDefinitions }
  ? <const K extends string>(key: KnownKey<K>, ...fallback: ReadArgs<K>) => Readable<ReadValue<K>>
  : <T extends Json>(key: string, fallback: T) => Readable<Widen<T>>

/**
 * The feature flags of the current user, by the keys that the application has registered, if it has registered any. The methods have the
 * names of LaunchDarkly's JavaScript SDK where it has such a method.
 */
export interface Flags {
  /** Where the current values are from: see `FlagsStatus`. */
  readonly status: Readable<FlagsStatus>
  /**
   * The value, or the fallback when the flag is unknown or has another type. Records an exposure. All readers share a list or an
   * object, so it is frozen: copy it before you sort it. So are `allFlags()`, details and the defaults of definitions.
   */
  readonly variation: ReadFlag
  /** The value with its variation and its reason. Records an exposure. */
  readonly variationDetail: ReadFlagDetail
  /**
   * The value, or the fallback, as a store: for Vue, Svelte, Solid, signals, Angular and plain DOM. An equal value keeps its reference.
   * While it has a subscriber, the user is shown the value, which is recorded as an exposure. `get` records none.
   */
  readonly value: ReadFlagStore
  /** Reads the flag without recording an exposure, for rendering. An equal value keeps its reference. */
  getFlag(key: FlagKey): Flag | undefined
  /** The flag in the bootstrap, with which a server rendered the page. Its value always has the same reference. */
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
  /** All values by key. Returns the same object until a value changes. Records nothing. */
  allFlags(): Readonly<Record<string, Json>>
  /**
   * Shows a copy of this value in the place of the flag service's, on this page until it ends, and for every user: for tests and for panels.
   * Readers have it at once. Events name the flag in `overridden`, and reading it is no exposure. `undefined` ends it. Nothing of it is
   * stored. A reader whose fallback has another type has its fallback.
   */
  override(key: FlagKey, value: Json | undefined): void
  /**
   * Records a custom event for the flag service, such as the metric of an experiment. It is not one of the application's own events,
   * which `telltale.track` records, and reaches no destination. Nothing is recorded while the user is not known yet, or is impersonated.
   */
  track(key: string, data?: unknown, metricValue?: number): void
}

/** The flags in the settings of the layer: from `launchDarkly`, `ofrep`, `flagSource` or `injectedClient`. */
export interface LayerFlags {
  /** `launchdarkly`, `ofrep`, `source` or `injected`. */
  readonly name: string
}

/** What the flags of the layer consist of. */
export interface FlagsPart extends LayerFlags, HasPassed {
  /** Reads the bootstrap, for what a server renders and a page hydrates before it has a layer. */
  bootstrapFlag?(key: string): Flag | undefined
  start(host: Host): RunningFlags
}

/** The flags of a layer, by any key. */
export interface RunningFlags extends Pick<Flags, 'allFlags' | 'track'>, Stoppable {
  readonly status: Watchable<FlagsStatus>
  variation<T extends Json>(key: string, fallback: T): Widen<T>
  variationDetail<T extends Json>(key: string, fallback: T): FlagDetail<Widen<T>>
  getFlag(key: string): Flag | undefined
  bootstrapFlag(key: string): Flag | undefined
  /** The flag as its source has sent it, also while it is overridden. */
  servedFlag(key: string): Flag | undefined
  recordExposure(key: string, fallback?: Json): void
  watch(key: string, listener: () => void, shown?: { readonly fallback: Json | undefined }): Unsubscribe
  /** Shows this value in the place of the source's, on this page. `undefined`: no longer. */
  override(key: string, value: Json | undefined): void
  /** The flags of the current epoch, with which events are completed. */
  readonly current: Watchable<FlagsInForce>
}
