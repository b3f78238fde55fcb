import type { NoUser } from './eventLife.ts'

/** The latest error. */
export interface ConnectionError {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly message: string
  /** Whether it has ended since. */
  readonly isPast?: true
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
  /** The user for whom it has polled last. Absent for a context without one. */
  readonly user?: PolledUser
}

/** What a client has sent of its user. */
export interface PolledUser {
  readonly key: string
  /** The names of the attributes, without their values. */
  readonly attributes: readonly string[]
}

/** After this many milliseconds without a poll, a client counts as stopped. */
const POLL_OVER_MS = 600_000

/** Whether a client has not polled for ten minutes. */
export function hasStoppedPolling({ lastAt }: Pick<PollConnection, 'lastAt'>, now: number): boolean {
  return now - lastAt > POLL_OVER_MS
}

/** A problem that a page has reported to its developer. Times are by the clock of the services: see `byOwnClock`. */
export interface PageProblem {
  /** A destination, or a part of the library. */
  readonly where: string
  /** The latest message. It ends with its code, such as `(T67)`. */
  readonly message: string
  readonly isError: boolean
  /** When it came first, in milliseconds since 1970. */
  readonly since: number
  /** When it came last. */
  readonly at: number
  /** When it ended. */
  readonly endedAt?: number
  /** How often it came. */
  readonly times: number
}

/** What a page knows of a destination of its events. Times are in milliseconds since 1970, by the clock of the services: see `byOwnClock`. */
export interface PageDelivery {
  /** The name of the destination. */
  readonly name: string
  /** Where it posts events, as the application has set it. Absent for a script, and for a destination of the application. */
  readonly address?: string
  /** When the page last sent it a batch. Absent if it has sent none. */
  readonly sentAt?: number
  /** When it last answered. Without an answer since `sentAt`, the page waits for one. */
  readonly answeredAt?: number
  /** The latest answer. `failed`: its events are sent again. `refused`: in smaller batches, or not at all. */
  readonly outcome?: 'delivered' | 'failed' | 'refused'
  /** It is a script in the page, which was called and confirms nothing. Absent for a page of an earlier version. */
  readonly isUnconfirmed?: true
  /** Why the latest batch was not delivered, such as `status 503`. */
  readonly reason?: string
  /** How many attempts have failed in a row. */
  readonly failures: number
  /** When the first of them was. Absent unless there are at least two. */
  readonly failingSinceAt?: number
  /** When the page tries again. */
  readonly nextAt?: number
  /** How many events wait for it, in all tabs, at the latest answer. */
  readonly waiting?: number
  /** The latest error. It is past if the destination has taken events since. */
  readonly lastError?: { readonly at: number; readonly reason: string; readonly failures: number }
}

/** A flag that shows another value than the service has sent. */
export interface OverriddenFlag {
  readonly key: string
  /** As JSON, which may be cut. */
  readonly value: string
}

/** A page that reports to the console with `consoleLink`. All times are by the clock of the services. */
export interface TabConnection {
  readonly tab: string
  /** The same in all tabs of a browser at one origin. Absent for a page of an earlier version, and where nothing can be stored. */
  readonly browser?: string
  /** By how many milliseconds its clock is ahead of that of the services; negative when it is behind. Absent if they agree within a minute. */
  readonly clockAheadMs?: number
  /** Absent if there are none. */
  readonly overridden?: readonly OverriddenFlag[]
  /** Its address, without the query. */
  readonly page: string
  readonly app: string
  readonly identity: string | null
  /** When this has become its user, or nobody, in milliseconds since 1970. Absent for the one that it has had from the start. */
  readonly identityAt?: number
  /** Why it has no user. Absent for a page of an earlier version. */
  readonly noUser?: NoUser
  /** The status of the flags as the page reports it. */
  readonly flags: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
  readonly lastSeenAt: number
  /** Its tab is in the background, where a browser slows it down. */
  readonly isHidden?: true
  /** It has not reported when it should have: it was killed, or it is frozen or stopped by a debugger. */
  readonly isQuiet?: true
  readonly lastError?: ConnectionError
  /** Absent for a page of an earlier version, and for one without problems. */
  readonly problems?: readonly PageProblem[]
  /** The names of its destinations. Absent for a page of an earlier version. */
  readonly destinations?: readonly string[]
  /** Those that it has sent events. Absent if there are none. */
  readonly deliveries?: readonly PageDelivery[]
}

/** A page that is closed or was reloaded, when it last reported, and the problems that it had. They may be why. */
export type GoneTab = Pick<TabConnection, 'tab' | 'page' | 'app' | 'noUser' | 'problems' | 'lastSeenAt'>

/**
 * Bounded lists, the newest first. `totals` also counts entries that are left out. Clients stop polling without notice, so those are
 * judged by the clock of the reader: `hasStoppedPolling`.
 */
export interface ConsoleConnections {
  readonly streams: readonly StreamConnection[]
  readonly polls: readonly PollConnection[]
  readonly tabs: readonly TabConnection[]
  /** The latest pages that are gone, since the start of the services. */
  readonly gone: readonly GoneTab[]
  /** The number of open connections, without quiet pages. */
  readonly totals: { readonly streams: number; readonly tabs: number }
}
