import type { EventIdentity } from './event.ts'
import type { Json } from './json.ts'

/** Why a flag has its value. The flag service's shape, passed through as it came. */
export interface FlagReason {
  readonly kind: string
  readonly [detail: string]: unknown
}

/** One flag as the flag service evaluated it for a context. Absent and `null` mean the same on the wire; here it is absent. */
export interface Flag {
  readonly value: Json
  readonly version: number
  readonly flagVersion?: number
  readonly variation?: number
  readonly reason?: FlagReason
  readonly trackEvents?: boolean
  readonly trackReason?: boolean
  /** Milliseconds since 1970. */
  readonly debugEventsUntilDate?: number
  readonly prerequisites?: readonly string[]
}

/** A value and how it came about. */
export interface FlagDetail<T = Json> {
  readonly value: T
  readonly variationIndex?: number
  readonly reason?: FlagReason
}

/** The flags that hold for one epoch of the identity. */
export interface FlagsInForce {
  readonly epoch: string
  /** False while they are on their way: what needs them waits. A failure is ready too: nothing more is to come soon. */
  readonly isReady: boolean
  /** Whose flags they are: the user who is shown, who may be remembered from an earlier page. Absent while there is none. */
  readonly user?: EventIdentity | undefined
  /** Values by key. The same object until a value changes. */
  readonly values: Readonly<Record<string, Json>>
}
