import type { Context } from '../core/model/flag.ts'
import type { CountedFlag } from './flagStore.ts'

/** What a flag client records, as data. */
export type FlagCall =
  /** Another context, which is an event too. Without a context, nothing is recorded. */
  { readonly kind: 'context'; readonly context: Context | undefined } | Evaluation | CustomCall

/** A custom event. The key is a string that JavaScript callers may have replaced by anything. */
export interface CustomCall {
  readonly kind: 'custom'
  readonly event: readonly [key: string, data?: unknown, metricValue?: number | undefined]
}

/** A flag was read for the application. */
export interface Evaluation {
  readonly kind: 'evaluation'
  readonly entry: CountedFlag
  /** The value that the application received. */
  readonly value: unknown
  readonly fallback?: unknown
  /** Whether the application asked for the reason. */
  readonly withReason?: boolean | undefined
  /** Whether the flag has so many prerequisites that not all were evaluated. */
  readonly isCut?: boolean
  /** Whether the flags were those of the service, and not those of an earlier visit or of a server. */
  readonly isLive?: boolean
}

/** @param at the time of the call, in milliseconds since 1970: now, if absent */
export type ReceiveCall = (call: FlagCall, at?: number) => void

/** Where a flag client writes its calls: a log, until what records them is loaded. */
export interface FlagCalls {
  write: ReceiveCall
  /** Ends the recording. */
  stop(): void
}
