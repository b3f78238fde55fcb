/**
 * Why an event will not arrive. `refused`: the destination will never take it. `another-identity`: the vendor takes somebody
 * else for the one who is here. `over-budget`: more was waiting than may be kept.
 */
export type DropReason = 'refused' | 'another-identity' | 'over-budget'

/** How many events will not arrive, by where they were given up and why, since the page was loaded. */
export type Dropped = Readonly<Record<string, Readonly<Partial<Record<DropReason, number>>>>>

/** What has not arrived where it should. */
export interface Diagnostics {
  readonly dropped: Dropped
}
