/**
 * Why an event will not arrive. `refused`: the destination will not take it. `another-identity`: the vendor's script is
 * identified as another user. `over-budget`: more events were waiting than may be kept. `unreadable`: the stored record
 * is damaged, or was not written by this library, and is removed. `no-destination`: the event waited for more than a
 * day, and the settings no longer have its destination. `filtered`: a step of the application has dropped it, on purpose.
 * `no-consent`: the user has not allowed it.
 */
export type DropReason =
  | 'refused'
  | 'another-identity'
  | 'over-budget'
  | 'unreadable'
  | 'no-destination'
  | 'filtered'
  | 'no-consent'

/**
 * The number of events that will not arrive, by the place where they were dropped (a destination, `outbox` or a step) and by reason. It covers the time
 * since the page was loaded, and earlier visits if their drops were not reported to a collector.
 */
export type Dropped = Readonly<Record<string, Readonly<Partial<Record<DropReason, number>>>>>

/**
 * What has become of the events of a page for one destination, by their numbers, as texts such as `1-40,42`. A number that is in none
 * of them, and that the destination does not have, is on its way or lost.
 */
export interface PageFates {
  /** The number of the latest event of the page, as far as the teller knows. */
  readonly last?: number
  /** The destination has acknowledged them. */
  readonly delivered?: string
  /** They are not for this destination: its `accepts`, or its policy for impersonation, says so. */
  readonly 'not-accepted'?: string
  /** The browser could not store them, and the page has ended before they were delivered. */
  readonly 'not-stored'?: string
  /** A step of the application has dropped them, on purpose. */
  readonly filtered?: string
  /** The destination has refused them. They are kept, and may arrive when they are sent again. */
  readonly refused?: string
  /** More events were waiting than may be kept. */
  readonly 'over-budget'?: string
  /** They have waited for more than a day for a destination that the settings no longer have. */
  readonly 'no-destination'?: string
  /** The user has not allowed them. */
  readonly 'no-consent'?: string
}

/** What a destination has answered last. */
export type LatestAnswer = Pick<Attempt, 'outcome' | 'reason'>

/** What a page itself knows about events that have not arrived, or that may not arrive. */
export interface PageDiagnostics {
  /** The events that will not arrive. */
  readonly dropped: Dropped
  /**
   * `memory`: neither IndexedDB nor `localStorage` takes events, because it is full, blocked or absent. Events that are tracked now
   * are lost with the page if they are not delivered. On a server it is always `memory`.
   */
  readonly storage: 'durable' | 'memory'
  /** The number of events that were only in memory when they were tracked, since the page was loaded. */
  readonly inMemory: number
  /** The in-page destinations whose scripts are not ready after ten seconds. Their events wait. */
  readonly notReady: readonly string[]
}

/** The events that the browser keeps, including those of other tabs and of earlier visits. */
export interface EventCounts {
  /** The number of events that each destination has refused. */
  readonly refused: Readonly<Record<string, number>>
  /** The events that are still to be delivered. */
  readonly waiting: Waiting
  /**
   * False while the browser's database does not answer, and where the browser has none for this site: only the events of this page
   * are counted then.
   */
  readonly isComplete: boolean
}

/** The number of events that are still to be delivered. */
export interface Waiting {
  /** The number of events that wait for their identity, or for its flags. */
  readonly pending: number
  /**
   * The number of events that each destination has not settled yet. Also those of a destination that the settings no
   * longer have: they are given up after a day.
   */
  readonly unread: Readonly<Record<string, number>>
}

/** The options of `flush`. */
export interface FlushOptions {
  /** How long to wait until nothing is left to deliver, in milliseconds: 5,000 by default. */
  readonly timeoutMs?: number | undefined
}

/** What has become of the events that waited when `flush` was called, and of those that were tracked since. */
export interface FlushResult {
  /** Whether nothing waits any more. */
  readonly isComplete: boolean
  /** The number of events that each destination has acknowledged since the call. */
  readonly acknowledged: Readonly<Record<string, number>>
  /** The number of events that each destination has refused since the call. They are kept: see `telltale.refused`. */
  readonly refused: Readonly<Record<string, number>>
  /** What still waits, including the events of other tabs and of earlier visits. */
  readonly waiting: Waiting
  /**
   * Why it waits, in a few words, by the name of the destination. `pending`: why events wait for their user or their flags. `outbox`:
   * why nothing is delivered at all.
   */
  readonly reasons: Readonly<Record<string, string>>
}

/**
 * A step in the life of an event. `pending`: it waits for its identity and flags. `completed`: it has them. `held`: it
 * waits for the user to allow the purpose of the destination, in the memory of the page. `released`: the user has. `stored`: the browser keeps it after the end of the page. The other steps belong to a destination, except for events that the
 * outbox has dropped.
 */
export type ProgressStep =
  | 'happened'
  | 'pending'
  | 'completed'
  | 'held'
  | 'released'
  | 'stored'
  | 'sent'
  | 'acknowledged'
  | 'dropped'

/** What a destination has answered, and when it is tried again. It contains no event, and nothing of a user. */
export interface Attempt {
  /** The name of the destination. */
  readonly destination: string
  /** Where it posts events, without the query. Absent for a script in the page, and for a destination of the application. */
  readonly address?: string
  /** When it has answered, in milliseconds since 1970. */
  readonly at: number
  /**
   * The outcome of the latest batch, or of the part of it for which it went worst. `failed`: the destination threw. Absent
   * if nothing was left to send, for example because another tab has delivered it.
   */
  readonly outcome?: 'delivered' | 'retry' | 'failed' | 'too-large' | 'refused' | undefined
  /** Why it was not delivered, such as `status 503`. A destination of the application may give any value. */
  readonly reason?: string | undefined
  /** How many attempts have failed in a row. 0 if it fails for some events only, and takes others. */
  readonly failures: number
  /** When the events that wait are tried again, in milliseconds since 1970. Absent if no attempt is planned. */
  readonly nextAt?: number | undefined
  /** The number of events that wait for it, in all tabs. */
  readonly waiting: number
}

/** The progress of an event. It contains nothing of the event except its id and name. */
export interface Progress {
  /** The id of the event, as its destinations get it. */
  readonly id: string
  /** What has just happened to the event. */
  readonly step: ProgressStep
  /** Milliseconds since 1970. */
  readonly at: number
  /** The name of the event. Present for the step `happened` only. */
  readonly name?: string
  /** The name of the destination that this belongs to, or for a dropped event `outbox`, or the name of the step that dropped it. */
  readonly destination?: string
  /** Why the event was dropped. */
  readonly reason?: DropReason
  /** The purpose of the destination, for `held` and `released`. */
  readonly purpose?: string
  /** For `acknowledged`: the destination is a script in the page, which was called and confirms nothing. */
  readonly isUnconfirmed?: true
  /** The names of the destinations that the event is for. Present for the step `completed` only. */
  readonly destinations?: readonly string[]
}
