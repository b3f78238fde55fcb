/**
 * Why an event will not arrive. `refused`: the destination will not take it. `another-identity`: the vendor takes somebody
 * else for the one who is here. `over-budget`: more was waiting than may be kept. `unreadable`: what was stored is
 * damaged, or was not written by this library; it is removed.
 */
export type DropReason = 'refused' | 'another-identity' | 'over-budget' | 'unreadable'

/**
 * How many events will not arrive, by where they were given up and why: since the page was loaded, and on earlier visits if no
 * collector was told of those.
 */
export type Dropped = Readonly<Record<string, Readonly<Partial<Record<DropReason, number>>>>>

/** What a page knows by itself of what has not arrived, and of what might not. */
export interface PageDiagnostics {
  readonly dropped: Dropped
  /** `memory`: storage is full, blocked or absent, and what is tracked now is lost with the page if it is not delivered. */
  readonly storage: 'durable' | 'memory'
  /** How many events were in memory alone when they were tracked, since the page was loaded. */
  readonly inMemory: number
  /** The destinations in the page whose scripts are still not ready after ten seconds: their events wait. */
  readonly notReady: readonly string[]
}

/**
 * What has not arrived where it should, and what might not. `refused` and `waiting` are counted while somebody subscribes; without a
 * subscription `get` answers what was counted last, and has them counted again.
 */
export interface Diagnostics extends PageDiagnostics {
  /** How many events each destination has refused, those of earlier visits included. */
  readonly refused: Readonly<Record<string, number>>
  /** What is on its way, that of other tabs and of earlier visits included. */
  readonly waiting: Waiting
}

/** How many events have still a way to go. */
export interface Waiting {
  /** So many wait for their identity, or for its flags. */
  readonly held: number
  /** So many each destination has not settled yet. */
  readonly unread: Readonly<Record<string, number>>
}
