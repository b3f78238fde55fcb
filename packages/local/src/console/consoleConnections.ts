/** What went wrong last. */
export interface ConnectionError {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly message: string
}

/** A stream of flags that is open, or ended a moment ago. */
export interface StreamConnection {
  readonly id: number
  /** `flags` tells changes; `notices` only says that there are some. */
  readonly kind: 'flags' | 'notices'
  /** A client-side id. */
  readonly environment: string
  /** Empty when it is not known. */
  readonly contextKey: string
  /** The origin of the page that opened it. */
  readonly origin?: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** Messages that it was sent, heartbeats not counted. */
  readonly messages: number
  readonly lastMessageAt?: number
  /** Present once it is closed: it is shown for a while longer. */
  readonly endedAt?: number
  readonly lastError?: ConnectionError
}

/** Somebody who asks for the flags again and again; all that ask for the same are one. */
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

/** A page that tells of itself with `consoleLink`. */
export interface TabConnection {
  readonly tab: string
  /** Its address, without the query. */
  readonly page: string
  readonly app: string
  readonly identity: string | null
  /** The status of the flags in that page, in its own words. */
  readonly flags: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
  readonly lastSeenAt: number
  readonly lastError?: ConnectionError
}

/** Bounded lists, the newest first; `totals` count those that are left out too. */
export interface ConsoleConnections {
  readonly streams: readonly StreamConnection[]
  readonly polls: readonly PollConnection[]
  readonly tabs: readonly TabConnection[]
  /** Of those that are open now. */
  readonly totals: { readonly streams: number; readonly polls: number; readonly tabs: number }
}
