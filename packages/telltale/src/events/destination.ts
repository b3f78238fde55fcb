import type { Part } from '../core/host.ts'
import type { AnalyticsEvent, FlagSet } from '../core/model/event.ts'

/** What became of events that were delivered together. */
export type DeliveryOutcome =
  /** `misattributed`: events that it has not taken, because it would attribute them to another user. */
  | { outcome: 'delivered'; misattributed?: readonly AnalyticsEvent[] }
  /**
   * Nothing is wrong with the batch: try again, not before `afterMs` milliseconds if it says so. A `reason` says why no batch can be
   * delivered at present, and what to do; it is written to the console as an error. Without either it counts as no answer.
   */
  | { outcome: 'retry'; afterMs?: number; reason?: string }
  /** The batch is too large: the same events in smaller ones may be taken. */
  | { outcome: 'too-large' }
  /** The batch would be refused again. It is halved until one event is left, which `telltale.refused` then has. */
  | { outcome: 'refused'; reason: string }

/** Some events of a batch, and what became of them. */
export interface DeliveryPart {
  readonly events: readonly AnalyticsEvent[]
  readonly result: DeliveryOutcome
}

/**
 * What became of a batch. `split`: the destination divided it, as between two projects, and each part has its own outcome. An event
 * that is in no part is tried again.
 */
export type DeliveryResult = DeliveryOutcome | { outcome: 'split'; parts: readonly DeliveryPart[] }

export interface DeliveryOptions {
  signal: AbortSignal
  /** The request leaves before this call returns, and the browser finishes it even if the page is gone. */
  keepalive: boolean
  /** The flags among the properties of an event of this batch: the same set for all that were tracked under the same flags. */
  flagSetOf?(event: AnalyticsEvent): FlagSet | undefined
}

/** Where events go. */
export interface Destination {
  /**
   * Names it in the records of events: unique in the layer, and the same on each visit. An event keeps waiting for a destination of this
   * name also while a page of the same application has none.
   */
  readonly name: string
  /**
   * `acknowledging`: it answers when it has a batch, and drops an event whose id it knows. `in-page`: a script that is called
   * and answers nothing, so that an event is handed over only once.
   */
  readonly type: 'acknowledging' | 'in-page'
  /** Its bodies are compressed, which takes time: only those of an exit, which are not, outlive the page. */
  readonly compresses?: boolean
  /** A body has each set of flags once, and not in each event: more events fit into what a page may send when it ends. */
  readonly sharesFlags?: boolean
  /** Whether an event is for this destination. All are when absent. */
  accepts?(event: AnalyticsEvent): boolean
  /** Resolves when events can be taken, or when the signal aborts. At once when absent. */
  whenReady?(signal: AbortSignal): Promise<void>
  /**
   * Never rejects. A batch for which it throws, or answers no known outcome, is halved until one event is left; that one counts as refused
   * once the destination has taken another event and has thrown for this one again.
   */
  deliver(batch: readonly AnalyticsEvent[], options: DeliveryOptions): Promise<DeliveryResult>
}

export type DestinationPart = Part<Destination>
