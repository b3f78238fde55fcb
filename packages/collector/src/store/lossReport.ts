/** How many events are missing, and why. `expected` is the sum of all others. */
export interface Loss {
  expected: number
  stored: number
  /** Missing for a reason that a page has told, by reason. */
  explained: Record<string, number>
  /** Missing from a page that has delivered within the last minutes: they may be under way. */
  onTheWay: number
  /** Missing from a page that has ended: its browser delivers them on the next visit. */
  outstanding: number
  /** Acknowledged and not stored, or outstanding for longer than a browser keeps events. */
  unexplained: number
}

export interface LossOfPage extends Loss {
  readonly page: string
  readonly app: string
  readonly engine: string
  readonly release: string
  /** The numbers that are missing without a reason, such as `3,7-9`. The first hundred ranges, with `…` if there are more. */
  readonly missing: string
}

/** The sums over all pages, by what the pages have in common, and the pages on which something is missing without a reason. */
export interface LossReport extends Loss {
  readonly by: Readonly<Record<'app' | 'destination' | 'release' | 'engine' | 'hour', Readonly<Record<string, Loss>>>>
  readonly pages: readonly LossOfPage[]
  /** Of how many pages the report does not have what they have told last, because it is not counted yet. Absent when all are counted. */
  readonly uncountedPages?: number
}

export interface LossTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** For how long after the last delivery of a page its events count as being on the way, in milliseconds: 10 minutes by default. */
  readonly onTheWayMs?: number
  /** After how long events of a page that has ended count as lost, in milliseconds: 30 days by default. */
  readonly outstandingMs?: number
}

/** How long a browser may keep events: some delete what a site has stored after 7 days without a visit, others keep it. */
export const OUTSTANDING_MS = 30 * 24 * 3_600_000
export const ON_THE_WAY_MS = 10 * 60_000
