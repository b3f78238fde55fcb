/** What can happen to an event between the call of `track` and a destination that has it. */
export const LIFE_STEPS = ['happened', 'held', 'stamped', 'stored', 'sent', 'acknowledged', 'dropped'] as const
export type LifeStepName = (typeof LIFE_STEPS)[number]

export interface LifeStep {
  readonly step: LifeStepName
  /** Milliseconds since 1970, by the page's clock. */
  readonly at: number
  /** Whose step it is, when it is one destination's. */
  readonly destination?: string
  /** Why it was dropped. */
  readonly reason?: string
}

/** The life of one event, as the page told it. Always all of it: what was known of this id before is replaced. */
export interface EventLife {
  readonly id: string
  readonly name?: string
  /** The random id of the page it happened on. */
  readonly tab?: string
  readonly page?: string
  readonly app?: string
  /** Who was signed in on that page when it told the latest step. */
  readonly identity?: string
  readonly steps: readonly LifeStep[]
  /** How often it arrived at the collector again and was dropped, because its id was known. */
  readonly copies: number
}
