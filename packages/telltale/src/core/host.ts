import type { Http } from './http/http.ts'
import type { Bus, Unsubscribe } from './lib/listeners.ts'
import type { Readable } from './lib/readable.ts'
import type { Definitions } from './model/definitions.ts'
import type { DropReason, PageDiagnostics, Progress } from './model/diagnostics.ts'
import type { AnalyticsEvent, EventIdentity, TrackOptions } from './model/event.ts'
import type { Flag } from './model/flag.ts'
import type { Identity } from './model/identity.ts'
import type { Level } from './model/promotion.ts'
import type { Platform } from './ports/platform.ts'

/** The topics through which parts communicate without knowing one another. */
export interface Topics {
  /** A variation of a flag was shown to the user. */
  exposure: { key: string; flag: Flag | undefined }
  /** A problem that is reported to the developer once. It contains no token and no personal data. */
  problem: {
    where: string
    message: string
    isError?: true
    /** The problem had ended in between, and is reported again. */
    isRecurring?: true
  }
  /** Events that will not reach a destination, and why. */
  drop: { where: string; reason: DropReason; count: number }
  /** A destination has received the number of dropped events that `diagnostics` counts. */
  dropsReported: undefined
  /** A change of the diagnostics that a part reports. */
  diagnosis: Partial<PageDiagnostics>
  /** The application has tracked an event: its arguments as they were given, for observers. */
  tracked: { name: string; given: Readonly<Record<string, unknown>>; options: TrackOptions }
  /** An event is complete, with its identity and its flags: for observers. */
  stamped: AnalyticsEvent
  /** An event has made progress: for observers. */
  progress: Progress
}

/** Everything that a part may know about the rest of the layer. */
export interface Host {
  platform: Platform
  http: Http
  /**
   * The user who is signed in, as who-am-i has confirmed. Flags and observers get the last confirmed identity until
   * who-am-i has answered.
   */
  identity: Readable<Identity>
  owners: TokenOwners
  bus: Bus<Topics>
  diagnostics: Readable<PageDiagnostics>
  app: { name: string; platform: string; multiPage: boolean }
  promotion: Level
  /** The analytics project of the promotion level. `undefined` without `projects`. */
  projectId: string | undefined
}

/** The owners of the tokens of this page, as who-am-i has answered. */
export interface TokenOwners {
  /**
   * Returns the owner of the token from which a credential was made, on this page or on an earlier one. Undefined until
   * who-am-i has answered for it on this page, and empty when it refused the token.
   */
  of(credential: string): EventIdentity | undefined
  /** Whether the credential was made from the token that is in use. */
  isInUse(credential: string): boolean
  /** Calls the listener after each answer. */
  subscribe(listener: () => void): Unsubscribe
}

export interface Stoppable {
  /** Stops everything: no timer, listener or socket is left. */
  stop(): void
}

/** The part of the layer that an observer can see. */
export interface ObservedHost extends Host {
  /** The loading status of the flags. */
  flagsStatus: Readable<string>
  /** The definitions of flags and events from the settings. */
  definitions: Definitions
  /** The names of the destinations of events. */
  destinations: readonly string[]
}

/** A developer tool of this library, such as `consoleLink({ url })`. It changes nothing. */
export interface BuiltInObserver {
  /** A name for developers. Nothing depends on it. */
  readonly name: string
}

/** An observer of an application: it sees the progress of each event, for example to show it. It changes nothing. */
export interface Observer {
  /** A name for developers. Nothing depends on it. */
  readonly name: string
  /** Called for each step of each event of this page, in the task of the step. */
  onProgress(progress: Progress): void
}

/** What a built-in observer consists of. */
export interface ObserverPart extends BuiltInObserver {
  start(host: ObservedHost): Stoppable
}
