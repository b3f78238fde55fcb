import type { Http } from './http/http.ts'
import type { Bus } from './lib/bus.ts'
import type { Unsubscribe } from './lib/listeners.ts'
import type { Readable } from './lib/readable.ts'
import type { Definitions } from './model/definitions.ts'
import type { Diagnostics, DropReason, PageDiagnostics } from './model/diagnostics.ts'
import type { AnalyticsEvent, EventIdentity } from './model/event.ts'
import type { Flag } from './model/flag.ts'
import type { Identity } from './model/identity.ts'
import type { Promotion } from './model/promotion.ts'
import type { Progress } from './model/progress.ts'
import type { TrackOptions } from './model/trackOptions.ts'
import type { Platform } from './ports/platform.ts'

/** What parts tell one another without knowing one another. */
export interface Topics {
  /** Somebody was shown a variation. */
  exposure: { key: string; flag: Flag | undefined }
  /** Something is wrong that the developer should hear of once. Holds no token and no personal data. */
  problem: {
    where: string
    message: string
    isError?: true
    /** It has ended in between, and is reported again. */
    isRecurring?: true
  }
  /** Events that will not reach a destination, and why. */
  drop: { where: string; reason: DropReason; count: number }
  /** A destination has been told how many events `diagnostics` counts as dropped. */
  dropsReported: undefined
  /** What is to be said of how a part is. */
  diagnosis: Partial<PageDiagnostics>
  /** The application has tracked something: as it gave it, for whoever looks on. */
  tracked: { name: string; given: Readonly<Record<string, unknown>>; options: TrackOptions }
  /** An event is complete, with its identity and its flags: for observers. */
  stamped: AnalyticsEvent
  /** An event has come one step further: for whoever looks on. */
  progress: Progress
}

/** All that a part may know of the rest of the layer. */
export interface Host {
  platform: Platform
  http: Http
  /** Who is signed in, as who-am-i has confirmed. For flags and observers: as it answered last time, until it has. */
  identity: Readable<Identity>
  owners: TokenOwners
  bus: Bus<Topics>
  diagnostics: Readable<PageDiagnostics>
  app: { name: string; platform: string; multiPage: boolean }
  /** The promotion level; `undefined` while it is not set. */
  promotion: Readable<Promotion | undefined>
  /** The analytics project of the promotion level; `undefined` while the level is not set. */
  projectId(): string | undefined
}

/** Who the tokens of this page belong to, as who-am-i has answered. */
export interface TokenOwners {
  /**
   * The owner of the token that a credential, of this page or of an earlier one, was made from. Undefined until who-am-i
   * has answered for it on this page; empty when it refused the token.
   */
  of(credential: string): EventIdentity | undefined
  /** Whether the credential was made from the token that is in use. */
  isInUse(credential: string): boolean
  /** Calls the listener after each answer. */
  subscribe(listener: () => void): Unsubscribe
}

export interface Stoppable {
  /** After this nothing moves any more: no timer, no listener, no socket. */
  stop(): void
}

/** What an observer is shown. */
export interface ObservedHost extends Host {
  diagnostics: Readable<Diagnostics>
  /** How far the flags are. */
  flagsStatus: Readable<string>
  /** What the settings say of the application's flags and events. */
  definitions: Definitions
  /** The names of the destinations of events. */
  destinations: readonly string[]
}

/** Looks on, as a developer's tool does, and changes nothing. */
export type Observer = (host: ObservedHost) => Stoppable

/** A part of the layer. What an application does not import is not in its bundle. */
export type Part<Api> = (host: Host) => Api & Stoppable
