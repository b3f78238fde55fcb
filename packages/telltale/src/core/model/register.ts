import type { Definitions, EventDefinitions, FlagDefinitions } from './definitions.ts'
import type { FlagDetail } from './flag.ts'
import type { Filled, Json, Widen } from './json.ts'
import type { StandardSchema } from './standardSchema.ts'
import type { TrackOptions } from './trackOptions.ts'

/**
 * Where an application makes its flags and events known to TypeScript. While it is empty, keys and names are plain strings.
 *
 * @example declare module 'telltale' { interface Register { flags: typeof flags; events: typeof events } }
 */
export interface Register {}

type KnownFlags = Register extends { flags: infer F extends FlagDefinitions } ? F : FlagDefinitions
type KnownEvents = Register extends { events: infer E extends EventDefinitions } ? E : EventDefinitions

/** A key of the registered flags; any string while none are registered. */
export type FlagKey = keyof KnownFlags & string

/** The union of the flag's variations, or else what its default is. */
export type FlagValue<K extends FlagKey> = KnownFlags[K] extends { variations: readonly (infer V)[] }
  ? Filled<V>
  : KnownFlags[K] extends { default: infer D }
    ? [D] extends [null]
      ? Json
      : Widen<D>
    : Json

/** The fallback of a call that reads a flag: it may be left out where the definition has a default. */
export type FallbackArgs<K extends FlagKey> = KnownFlags[K] extends { default: unknown }
  ? [fallback?: FlagValue<K>]
  : [fallback: FlagValue<K>]

/** Reads a flag: by a registered key, or, while no flags are registered, by any key and with a fallback that gives the type. */
export type ReadFlag = Register extends { flags: FlagDefinitions }
  ? <K extends FlagKey>(key: K, ...fallback: FallbackArgs<K>) => FlagValue<K>
  : <T extends Json>(key: string, fallback: T) => Widen<T>

/** As `ReadFlag`, with the reason. */
export type ReadFlagDetail = Register extends { flags: FlagDefinitions }
  ? <K extends FlagKey>(key: K, ...fallback: FallbackArgs<K>) => FlagDetail<FlagValue<K>>
  : <T extends Json>(key: string, fallback: T) => FlagDetail<Widen<T>>

/** A name of the registered events; any string while none are registered. */
export type EventName = keyof KnownEvents & string

/** The properties of an event, as its schema takes them. */
export type EventPropertiesOf<N extends EventName> = Register extends { events: EventDefinitions }
  ? KnownEvents[N] extends StandardSchema<infer Input, unknown>
    ? Readonly<Input>
    : never
  : Readonly<Record<string, unknown>>

/** What suits every one of these events: which of them it is may be decided when the page runs. */
type SharedPropertiesOf<N extends EventName> = (
  N extends EventName ? (properties: EventPropertiesOf<N>) => void : never
) extends (properties: infer P) => void
  ? P
  : never

/** What `track` takes after the name: the properties are required exactly when a field of them is. */
export type TrackArgs<N extends EventName> =
  {} extends SharedPropertiesOf<N>
    ? [properties?: SharedPropertiesOf<N>, options?: TrackOptions]
    : [properties: SharedPropertiesOf<N>, options?: TrackOptions]

/** Records an event: a registered one, or, while none are registered, any. */
export type Track = <N extends EventName>(name: N, ...args: TrackArgs<N>) => void

/** What the settings say of flags and events: required once flags are registered, since calls without a fallback need it. */
export type DefinitionsSetting = Register extends { flags: infer F }
  ? {
      /** The application's flags, whose defaults are used, and its events. */
      definitions: { readonly flags: F; readonly events?: EventDefinitions }
    }
  : {
      /** The application's flags, whose defaults are used, and its events: from `defineFlags` and `defineEvents`. */
      definitions?: Definitions
    }
