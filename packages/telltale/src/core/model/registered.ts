import type { Definitions, EventDefinitions, FlagDefinitions, StandardSchema } from './definitions.ts'
import type { FlagDetail } from './flag.ts'
import type { Filled, Json, Widen } from './json.ts'
import type { Register } from './register.ts'
import type { TrackOptions } from './event.ts'

/** The definitions of the registered flags, or any definitions while no flags are registered. */
type KnownFlags = Register extends { flags: infer F extends FlagDefinitions } ? F : FlagDefinitions
/** The schemas of the registered events, or any schemas while no events are registered. */
type KnownEvents = Register extends { events: infer E extends EventDefinitions } ? E : EventDefinitions

/** A key of the registered flags, or any string while no flags are registered. */
export type FlagKey = keyof KnownFlags & string

/** The union of the flag's variations. Without variations, the type of its default. */
export type FlagValue<K extends FlagKey> = KnownFlags[K] extends { variations: readonly (infer V)[] }
  ? Filled<V>
  : KnownFlags[K] extends { default: infer D }
    ? [D] extends [null]
      ? Json
      : Widen<D>
    : Json

/** The fallback of a call that reads a flag. It is optional when the definition has a default. */
export type FallbackArgs<K extends FlagKey> = KnownFlags[K] extends { default: unknown }
  ? [fallback?: FlagValue<K>]
  : [fallback: FlagValue<K>]

/**
 * The type of the key in a call: the given key if it is registered, or else the union of all registered keys, so that
 * the message of the compiler lists them.
 */
export type KnownKey<K extends string> = K extends FlagKey ? K : keyof KnownFlags & string

/**
 * The arguments of such a call after the key. After an unknown key, any fallback is accepted, so that the compiler
 * reports only the key.
 */
export type ReadArgs<K extends string> = [K] extends [FlagKey] ? FallbackArgs<K> : [fallback?: unknown]

/** The value of a flag that is read by a registered key. */
export type ReadValue<K extends string> = K extends FlagKey ? FlagValue<K> : never

/**
 * Reads a flag by a registered key. While no flags are registered: by any key, with a fallback that determines the
 * type.
 */
export type ReadFlag = Register extends { flags: FlagDefinitions }
  ? <const K extends string>(key: KnownKey<K>, ...fallback: ReadArgs<K>) => ReadValue<K>
  : <T extends Json>(key: string, fallback: T) => Widen<T>

/** Like `ReadFlag`, with the reason of the value. */
export type ReadFlagDetail = Register extends { flags: FlagDefinitions }
  ? <const K extends string>(key: KnownKey<K>, ...fallback: ReadArgs<K>) => FlagDetail<ReadValue<K>>
  : <T extends Json>(key: string, fallback: T) => FlagDetail<Widen<T>>

/** Whether events that are not registered may be tracked: `unregisteredEvents: 'allowed'`. */
type IsOpen = Register extends { unregisteredEvents: 'allowed' } ? true : false

/** The names that `EventName` always accepts. */
type RegisteredName = keyof KnownEvents & string

/** A name of the registered events. Any string while no events are registered, or while other events are allowed. */
export type EventName = IsOpen extends true ? RegisteredName | (string & {}) : RegisteredName

/** No list, map, set or function. */
interface NoList {
  /** Lists, maps and sets have it. */
  readonly [Symbol.iterator]?: never
  /** Functions have it. */
  readonly [Symbol.hasInstance]?: never
}
/** Any object, also of an interface, which has no index signature; no list, map, set or function. */
export type PropertiesObject = (object & NoList) | (Readonly<Record<string, unknown>> & NoList)

/** The properties of an event, as its schema accepts them. Without a schema any object that has properties. */
export type EventPropertiesOf<N extends EventName> = Register extends { events: EventDefinitions }
  ? N extends RegisteredName
    ? KnownEvents[N] extends StandardSchema<infer Input, unknown>
      ? Readonly<Input>
      : never
    : PropertiesObject
  : PropertiesObject

/** The properties that fit every one of these events, for a call whose event is decided at run time. */
type SharedPropertiesOf<N extends EventName> = (
  N extends EventName ? (properties: EventPropertiesOf<N>) => void : never
) extends (properties: infer P) => void
  ? P
  : never

/** The arguments of `track` after the name. The properties are required exactly when one of their fields is. */
export type TrackArgs<N extends EventName> =
  {} extends SharedPropertiesOf<N>
    ? [properties?: SharedPropertiesOf<N>, options?: TrackOptions]
    : [properties: SharedPropertiesOf<N>, options?: TrackOptions]

/**
 * The type of the name in a call: the given name if it is registered, or else the union of all registered names. The
 * union has no type name of its own, so that the message of the compiler lists the names.
 */
export type KnownName<N extends string> = N extends EventName ? N : keyof KnownEvents & string

/** Like `ReadArgs`, for the properties of an event. */
export type CallArgs<N extends string> = [N] extends [EventName]
  ? TrackArgs<N>
  : [properties?: object, options?: TrackOptions]

/**
 * Records a registered event, or any event while no events are registered. Returns the id with which the event arrives at its
 * destinations, or `undefined` if the call was ignored.
 */
export type Track<Returned = string | undefined> = <const N extends string>(
  name: KnownName<N>,
  ...args: CallArgs<N>
) => Returned

/**
 * The part of the settings that defines flags and events. It is required once flags are registered, because calls
 * without a fallback need it.
 */
export type DefinitionsSetting = Register extends { flags: infer F }
  ? {
      /** The application's flags, whose defaults are used, and its events. */
      definitions: { readonly flags: F; readonly events?: EventDefinitions | undefined }
    }
  : {
      /** The application's flags, whose defaults are used, and its events: from `defineFlags` and `defineEvents`. */
      definitions?: Definitions | undefined
    }
