import type { DropReason } from './diagnostics.ts'

/**
 * A step in the life of an event. `held`: it waits for its identity and flags. `stamped`: it has them. `stored`: the browser
 * keeps it over the end of the page. The others are a destination's, but for what the outbox has dropped.
 */
export type ProgressStep = 'happened' | 'held' | 'stamped' | 'stored' | 'sent' | 'acknowledged' | 'dropped'

/** How far an event has come. Holds nothing of the event but its id and name. */
export interface Progress {
  readonly id: string
  readonly step: ProgressStep
  /** Milliseconds since 1970. */
  readonly at: number
  /** What it is called; when it happened only. */
  readonly name?: string
  /** The name of the destination whose step it is; `outbox` for what was dropped there. */
  readonly destination?: string
  /** Why it was dropped. */
  readonly reason?: DropReason
}
