import type { ServerFlag } from '../flags/serverFlag.ts'

/** What an event says of a flag. A field is absent if the event does not say it. */
export interface FlagStamp {
  readonly value?: unknown
  /** From 0. */
  readonly variation?: number
  readonly version?: number
  /** The kind of the reason. */
  readonly reason?: string
}

/** Whose flag, and when. */
export interface ExplanationQuestion {
  /** A client-side id. */
  readonly environment: string
  readonly flag: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** As in the event. */
  readonly identity: {
    readonly id?: string
    readonly visitor?: string
    readonly accounts?: Readonly<Record<string, { readonly key: string }>>
  }
  readonly stamp: FlagStamp
}

export interface ExplanationReason {
  readonly kind: string
  readonly ruleIndex?: number
  readonly ruleId?: string
  readonly prerequisiteKey?: string
  readonly errorKind?: string
  readonly inExperiment?: boolean
}

/** A version of a flag, and when it was in force. */
export interface FlagVersion {
  readonly flag: ServerFlag
  readonly version: number
  /** Milliseconds since 1970. */
  readonly since: number
  /** Absent if it still is. */
  readonly until?: number
}

/** An attribute that was compared, or by which a share was chosen. */
export interface DecidingAttribute {
  readonly kind: string
  readonly name: string
  /** Absent if the context had none. */
  readonly value?: unknown
}

/** What an event says of a flag, and what the flag service said. */
export interface StampDifference {
  readonly part: 'value' | 'variation' | 'version' | 'reason'
  readonly event: unknown
  /** Absent if there is none. */
  readonly explained?: unknown
}

/** With the client-side id of the environment that was asked about. */
export type AnsweredExplanation = Explanation & { readonly environment: string }

/** Why somebody had a value of a flag. */
export type Explanation =
  | {
      readonly outcome: 'explained'
      readonly served: FlagVersion
      readonly value: unknown
      /** Absent if the flag service named none, so that the fallback of the application was shown. */
      readonly variation?: number
      readonly variationName?: string
      readonly reason: ExplanationReason
      /** The part of the flag that decided, as it was. Absent if the flag was off, or a prerequisite was not met. */
      readonly rule?: Readonly<Record<string, unknown>>
      /** What the flag client sent of the person. */
      readonly context: Readonly<Record<string, unknown>>
      readonly attributes: readonly DecidingAttribute[]
      /** What the event says differently. Empty if it is the same. */
      readonly differences: readonly StampDifference[]
      /** The version that was in force at the moment of the event, if the page had another one. */
      readonly inForce?: FlagVersion
    }
  | {
      readonly outcome: 'unknown'
      /** A sentence that says what is not known. */
      readonly message: string
      /** The version that the event names, or else that of its moment, if it is known. */
      readonly served?: FlagVersion
    }
