import type { EventIdentity } from './event.ts'
import type { Json } from './json.ts'

/** Why a flag has its value. This is the shape of the flag service, passed on unchanged. */
export interface FlagReason {
  /** Such as `OFF`, `FALLTHROUGH`, `TARGET_MATCH`, `RULE_MATCH` or `ERROR`. */
  readonly kind: string
  /** Details for the kind, such as the place or the id of a rule. */
  readonly [detail: string]: unknown
}

/**
 * One flag as the flag service evaluated it for a context. In a response, absent and `null` mean the same. Here, such a
 * field is absent.
 */
export interface Flag {
  /** The value that the service has chosen for this context. */
  readonly value: Json
  /** Grows with each change of the flag or of its environment. The highest one is in use. */
  readonly version: number
  /** Grows with each change of the flag alone. Events have it in place of `version`. */
  readonly flagVersion?: number
  /** The place of the value among the variations of the flag, from 0. */
  readonly variation?: number
  /** Present if the flag service sends reasons. */
  readonly reason?: FlagReason
  /** Whether each evaluation is sent to the flag service as an event of its own, and not only counted. */
  readonly trackEvents?: boolean
  /** Whether such an event contains the reason. */
  readonly trackReason?: boolean
  /** Until when evaluations are shown in the service's debugger, in milliseconds since 1970. */
  readonly debugEventsUntilDate?: number
  /** The keys of the flags on whose values this one depends. */
  readonly prerequisites?: readonly string[]
}

/** The value of a flag, and how it was determined. */
export interface FlagDetail<T = Json> {
  /** The value, or the fallback if the flag has none. */
  readonly value: T
  /** `variation` of the flag. Absent with the fallback. */
  readonly variationIndex?: number
  /** Present if the flag service sends reasons, or if the value is the fallback. */
  readonly reason?: FlagReason
}

/**
 * The status of the flags. `cached`: from an earlier visit, or from the bootstrap while the user is not known; not yet confirmed.
 * `live`: as received from the service, or from the bootstrap for its user. `failed`: the flags could not be fetched; the known
 * values are used.
 */
export type FlagsStatus = 'initialising' | 'cached' | 'live' | 'failed'

/** The flags that are in force for one epoch of the identity. After a change of any flag, it is another object. */
export interface FlagsInForce {
  /** The epoch of the identity that has these flags. */
  readonly epoch: string
  /**
   * False while the flags are being loaded, and everything that needs them waits. Also true after a failure, because no
   * flags will arrive soon.
   */
  readonly isReady: boolean
  /**
   * The user of these flags: the user who is shown, who may be remembered from an earlier page. Absent while there is
   * no user.
   */
  readonly user?: EventIdentity | undefined
  /** The values by key. The object stays the same until a value changes. */
  readonly values: Readonly<Record<string, Json>>
  /** Returns the flag, or `undefined` if there is none. */
  getFlag(key: string): Flag | undefined
}

/** One kind of the flag service's context: a user, or another entity that flags are evaluated for. */
export interface SingleContext {
  /** Such as `user` or `company`. */
  readonly kind: string
  /** The id of the user or entity, unique in its kind. Only an anonymous context may lack it. */
  readonly key?: string
  /** Whether the service leaves the context out of its list of contexts. */
  readonly anonymous?: boolean
  /** Attributes for targeting rules. */
  readonly [attribute: string]: unknown
}

/** The context of one user: it has one kind, and a key. */
export type UserContext = SingleContext & { readonly key: string }

/** The context of the flag service, in the form in which it is sent. */
export type Context = SingleContext | { readonly kind: 'multi'; readonly [kind: string]: unknown }

/**
 * Returns the flag's value with its reason, or the fallback when the flag is unknown or its value has another type.
 *
 * @param accepts whether a value has the type that the caller expects; if absent, the type of the fallback
 */
export function evaluate<T>(flag: Flag | undefined, fallback: T, accepts?: Accepts): FlagDetail<T> {
  if (!flag) return failed(fallback, 'FLAG_NOT_FOUND')
  const { value, variation, reason } = flag
  if (!(accepts ? accepts(value) : isLike(fallback, value))) return failed(fallback, 'WRONG_TYPE')
  return {
    value: (value ?? fallback) as T,
    ...(variation !== undefined && { variationIndex: variation }),
    ...(reason && { reason }),
  }
}

/** Whether the service says that the user is part of an experiment. */
export const isInExperiment = (flag: Partial<Flag> | undefined) => flag?.reason?.['inExperiment'] === true

/** Whether a panel for developers, or a test, shows another value in the place of the flag service's. */
export const isOverridden = (flag: Flag | undefined) => flag?.reason?.kind === OVERRIDE.kind

/** The reason of such a value. */
export const OVERRIDE: FlagReason = { kind: 'OVERRIDE' }

/** The value that `evaluate` returns, without its detail: React reads it in each render of thousands of components. */
export const valueOr = <T>(flag: Flag | undefined, fallback: T): T =>
  flag && isLike(fallback, flag.value) ? ((flag.value ?? fallback) as T) : fallback

/** Whether a flag's value has the type that a caller expects. The value of a variation may be null. */
export type Accepts = (value: Json) => boolean

export const anyType: Accepts = () => true

/** The fallback determines the expected type. `null` and `undefined` accept any type. A value of null has every type. */
const isLike = (fallback: unknown, value: Json) =>
  fallback == null || value === null || typeof value === typeof fallback

function failed<T>(value: T, errorKind: string): FlagDetail<T> {
  return { value, reason: { kind: 'ERROR', errorKind } }
}
