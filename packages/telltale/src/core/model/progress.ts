/**
 * A step in the life of an event. `held`: it waits for its identity and flags. `stamped`: it has them. `stored`: the journal
 * keeps it over the end of the page. The others are a destination's, but for what the journal has dropped.
 */
export type ProgressStep = 'happened' | 'held' | 'stamped' | 'stored' | 'sent' | 'acknowledged' | 'dropped'

/** How far an event has come. Holds nothing of the event but its id. */
export interface Progress {
  readonly id: string
  readonly step: ProgressStep
  /** Milliseconds since 1970. */
  readonly at: number
  /** The name of the destination whose step it is. */
  readonly destination?: string
}
