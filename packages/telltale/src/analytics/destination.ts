import type { Part, Stoppable } from '../core/host.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'

export type DeliveryResult =
  | { outcome: 'delivered' }
  /** Nothing is wrong with the batch: try again, not before `afterMs` milliseconds if it says so. */
  | { outcome: 'retry'; afterMs?: number }
  /** The same batch would be refused for ever. */
  | { outcome: 'refused'; reason: string }

export interface DeliveryOptions {
  signal: AbortSignal
  /** The page may be going away: the request leaves before this call returns, and the browser finishes it. */
  keepalive: boolean
}

/** Where events go. One that acknowledges; it drops an id that it knows. */
export interface Destination {
  /** Names its bookmark in the journal: unique in the layer, and the same on each visit. */
  readonly name: string
  /** Never rejects. */
  deliver(batch: readonly AnalyticsEvent[], options: DeliveryOptions): Promise<DeliveryResult>
}

export type DestinationPart = Part<Destination>
export type RunningDestination = Destination & Stoppable
