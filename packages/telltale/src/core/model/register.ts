import type { Definitions, EventDefinitions, FlagDefinitions } from './definitions.ts'
import type { FlagDetail } from './flag.ts'
import type { Filled, Json, Widen } from './json.ts'
import type { StandardSchema } from './standardSchema.ts'
import type { TrackOptions } from './trackOptions.ts'

/**
 * Where an application makes its flags and events known to TypeScript. While it is empty, keys and names are plain strings.
 *
 * `unregisteredEvents: 'allowed'` beside them lets other events through: an application that has many registers them one by one.
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

/** The key that a call may have: the one that it has, or else the keys that there are, for the compiler's message to list. */
export type KnownKey<K extends string> = K extends FlagKey ? K : keyof KnownFlags & string

/** What such a call takes after the key. After a key that is not known anything: the key alone is what is wrong. */
export type ReadArgs<K extends string> = [K] extends [FlagKey] ? FallbackArgs<K> : [fallback?: unknown]

type ReadValue<K extends string> = K extends FlagKey ? FlagValue<K> : never

/** Reads a flag: by a registered key, or, while no flags are registered, by any key and with a fallback that gives the type. */
export type ReadFlag = Register extends { flags: FlagDefinitions }
  ? <const K extends string>(key: KnownKey<K>, ...fallback: ReadArgs<K>) => ReadValue<K>
  : <T extends Json>(key: string, fallback: T) => Widen<T>

/** As `ReadFlag`, with the reason. */
export type ReadFlagDetail = Register extends { flags: FlagDefinitions }
  ? <const K extends string>(key: KnownKey<K>, ...fallback: ReadArgs<K>) => FlagDetail<ReadValue<K>>
  : <T extends Json>(key: string, fallback: T) => FlagDetail<Widen<T>>

/** Whether events may be tracked that are not registered: `unregisteredEvents: 'allowed'`. */
type IsOpen = Register extends { unregisteredEvents: 'allowed' } ? true : false

type RegisteredName = keyof KnownEvents & string

/** A name of the registered events; any string while none are registered, or while others are allowed. */
export type EventName = IsOpen extends true ? RegisteredName | (string & {}) : RegisteredName

/** The properties of an event, as its schema takes them. */
export type EventPropertiesOf<N extends EventName> = Register extends { events: EventDefinitions }
  ? N extends RegisteredName
    ? KnownEvents[N] extends StandardSchema<infer Input, unknown>
      ? Readonly<Input>
      : never
    : Readonly<Record<string, unknown>>
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

/**
 * The name that a call may have: the one that it has, or else the names that there are. They are not given by a name of their own,
 * so that the compiler's message lists them.
 */
export type KnownName<N extends string> = N extends EventName ? N : keyof KnownEvents & string

/** What such a call takes after the name. After a name that is not known anything: the name alone is what is wrong. */
export type CallArgs<N extends string> = [N] extends [EventName]
  ? TrackArgs<N>
  : [properties?: object, options?: TrackOptions]

/** Records an event: a registered one, or, while none are registered, any. */
export type Track = <const N extends string>(name: KnownName<N>, ...args: CallArgs<N>) => void

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
