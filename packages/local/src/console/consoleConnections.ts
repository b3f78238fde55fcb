/** The latest error. */
export interface ConnectionError {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly message: string
}

/** A flag stream that is open or was closed recently. */
export interface StreamConnection {
  readonly id: number
  /** `flags` sends changes. `notices` only announces them. `server` sends the rules to a server SDK. */
  readonly kind: 'flags' | 'notices' | 'server'
  /** A client-side id. */
  readonly environment: string
  /** Empty if it is unknown. */
  readonly contextKey: string
  /** The origin of the page that opened it. */
  readonly origin?: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** Messages sent, without heartbeats. */
  readonly messages: number
  readonly lastMessageAt?: number
  /** Present once the stream is closed. Closed streams are shown for a while. */
  readonly endedAt?: number
  readonly lastError?: ConnectionError
}

/** A client that polls flags. Requests for the same context count as one client. */
export interface PollConnection {
  readonly protocol: 'evalx' | 'ofrep'
  readonly environment: string
  readonly contextKey: string
  readonly count: number
  /** Milliseconds since 1970. */
  readonly firstAt: number
  readonly lastAt: number
  readonly lastStatus: number
  readonly lastError?: ConnectionError
}

/** After this many milliseconds without a poll, a client counts as stopped. */
const POLL_OVER_MS = 600_000

/** Whether a client has not polled for ten minutes. */
export function hasStoppedPolling({ lastAt }: Pick<PollConnection, 'lastAt'>, now: number): boolean {
  return now - lastAt > POLL_OVER_MS
}

/** A problem that a page has reported to its developer. */
export interface PageProblem {
  /** A destination, or a part of the library. */
  readonly where: string
  /** The latest message. It ends with its code, such as `(T67)`. */
  readonly message: string
  readonly isError: boolean
  /** When it came first, in milliseconds since 1970, by the page's clock. */
  readonly since: number
  /** When it came last. */
  readonly at: number
  /** When it ended. */
  readonly endedAt?: number
  /** How often it came. */
  readonly times: number
}

/** A page that reports to the console with `consoleLink`. */
export interface TabConnection {
  readonly tab: string
  /** Its address, without the query. */
  readonly page: string
  readonly app: string
  readonly identity: string | null
  /** The status of the flags as the page reports it. */
  readonly flags: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
  readonly lastSeenAt: number
  readonly lastError?: ConnectionError
  /** Absent for a page of an earlier version, and for one without problems. */
  readonly problems?: readonly PageProblem[]
}

/** Bounded lists, the newest first. `totals` also counts entries that are left out. */
export interface ConsoleConnections {
  readonly streams: readonly StreamConnection[]
  readonly polls: readonly PollConnection[]
  readonly tabs: readonly TabConnection[]
  /** The number of open connections. */
  readonly totals: { readonly streams: number; readonly polls: number; readonly tabs: number }
}
