import type { CollectedEvent } from '@telltale/collector'

/** The steps of an event between the call of `track` and its arrival at a destination. */
export const LIFE_STEPS = [
  'happened',
  'pending',
  'completed',
  'held',
  'released',
  'stored',
  'sent',
  'acknowledged',
  'dropped',
] as const
export type LifeStepName = (typeof LIFE_STEPS)[number]

/** Why a page has no user: nobody is signed in, it is not known yet who is, who-am-i has refused the token, or it could not be asked. */
export const NO_USER = ['signed-out', 'resolving', 'refused', 'failed'] as const
export type NoUser = (typeof NO_USER)[number]

export interface LifeStep {
  readonly step: LifeStepName
  /** Milliseconds since 1970, by the clock of the services. */
  readonly at: number
  /** The destination, if the step belongs to one. */
  readonly destination?: string
  /** Why it was dropped. */
  readonly reason?: string
  /** Of `held` and `released`: the purpose that the user had not allowed, and has allowed. */
  readonly purpose?: string
  /** Of `acknowledged`: a script in the page was called, and confirms nothing. Absent for a page of an earlier version. */
  readonly isUnconfirmed?: true
}

/** The life of one event as the page reported it. Always complete: it replaces earlier reports about this id. */
export interface EventLife {
  readonly id: string
  readonly name?: string
  /** The random id of the page that tracked it. */
  readonly tab?: string
  /** The page that reported it last, which keeps it: another one may have taken it over. */
  readonly keeper?: string
  readonly page?: string
  readonly app?: string
  /** The user of the page when it reported the latest step before the event was complete. */
  readonly identity?: string
  /** Why the page had none. Absent for a page of an earlier version. */
  readonly noUser?: NoUser
  /** The destinations that it is for. Absent before it is complete, and for a page of an earlier version. */
  readonly destinations?: readonly string[]
  /** By how much the time of `event` is wrong, in milliseconds. Absent if the clock of its page is right. The times of the steps are right. */
  readonly clockAheadMs?: number
  /** The event as its page has completed it. Absent before, and for a page of an earlier version. */
  readonly event?: CollectedEvent
  /** The page that completed it has no destinations. */
  readonly hasNoDestination?: true
  readonly steps: readonly LifeStep[]
  /** How often the collector received it again and dropped it, because its id was known. */
  readonly copies: number
}
