import type { Unsubscribe } from './lib/listeners.ts'
import type { Readable } from './lib/readable.ts'
import type { Definitions } from './model/definitions.ts'
import type { Attempt, Progress } from './model/diagnostics.ts'
import type { AnalyticsEvent, EventIdentity, EventKind, TrackOptions } from './model/event.ts'
import type { Flag, FlagsStatus } from './model/flag.ts'
import type { Identity } from './model/identity.ts'
import type { Json } from './model/json.ts'
import type { Promotion } from './model/promotion.ts'

/** A call of `track`. */
export interface TrackedCall {
  /** The name of the event: a text that is not blank. */
  readonly name: string
  /** The properties as the application passed them, which may be any values: read them, and do not change them. */
  readonly given: Readonly<Record<string, unknown>>
  /** The options of the call. */
  readonly options: TrackOptions
}

/** A problem of the layer. It contains no token and no personal data. */
export interface Problem {
  /** The part of the layer, or the name of the destination, step or observer. */
  readonly where: string
  /** One sentence, which ends with its code. */
  readonly message: string
  /** Whether it is written to the console in production too. */
  readonly isError?: boolean | undefined
  /** The problem had ended in between, and is reported again. */
  readonly isRecurring?: true
  /** Aborts when the problem has ended. Absent if the part cannot tell. */
  readonly until?: AbortSignal | undefined
}

/** A variation of a flag that was shown to the user, as it is recorded for the flag service. */
export interface Exposure {
  /** The key of the flag. */
  readonly key: string
  /** `undefined` if there is no such flag, or if it has another type: the fallback was shown. */
  readonly flag: Flag | undefined
  /** The user to whom it was shown, whom this page may not have confirmed yet. `undefined` while there is none. */
  readonly user?: EventIdentity | undefined
  /** The application has called `recordExposure`. Otherwise it has read the flag, or shows it. */
  readonly isExplicit?: true | undefined
}

/** What an observer can hear, by topic. */
export interface ObservedTopics {
  /** The application has called `track`, with a valid name. */
  call: TrackedCall
  /** An event is complete, with its identity and its flags, after all steps, as destinations get it. It cannot be changed. */
  event: AnalyticsEvent
  /** A variation of a flag was shown. */
  exposure: Exposure
  /**
   * An event of this page has made progress. What another tab does with it, such as to deliver it, is not heard here.
   */
  progress: Progress
  /** This page has tried to deliver to a destination. */
  attempt: Attempt
  /** Something is wrong. */
  problem: Problem
}

/** The user, as an observer sees it. */
export interface ObservedIdentity {
  /** The identity that is on the screen: it may be what an earlier page knew. */
  readonly current: Readable<Identity>
  /** The same, but resolving until it is confirmed on this page. Events get this one. */
  readonly confirmed: Readable<Identity>
  /** Why the latest question for the user has failed, as it can be logged. `undefined` when it is answered. */
  readonly failure: Readable<string | undefined>
  /** When the latest question for the user was asked, in milliseconds since 1970. */
  askedAt(): number
}

/** The flags, as an observer sees them. Reading them records no exposure. It may show other values, as a panel for developers does. */
export interface ObservedFlags {
  /** The loading status of the flags. */
  readonly status: Readable<FlagsStatus>
  /** All values by key. The same object until a value changes. */
  allFlags(): Readonly<Record<string, Json>>
  /** The flag, or `undefined` if there is none. */
  getFlag(key: string): Flag | undefined
  /** The flag as its source has sent it, also while another value is shown in its place. `undefined` if there is none. */
  servedFlag(key: string): Flag | undefined
  /** See `override` of the flags of the layer. */
  override(key: string, value: Json | undefined): void
  /** Calls the listener when the value of this flag changes. Changes are followed while there are such listeners. */
  watch(key: string, listener: () => void): Unsubscribe
}

/**
 * Records an event of the observer's or the step's own, such as a page view: like `track`, with what all steps add. `kind` says what it is.
 * It is not a call of the application: no `call` of it is heard; the complete event is, also by the observer or step that recorded it. One
 * that records an event for each event that it hears never ends.
 *
 * @returns the id of the event. `undefined` if the layer is closed, or is starting: the event is then recorded a moment later
 */
export type RecordOwn = (
  name: string,
  properties?: Readonly<Record<string, unknown>>,
  kind?: EventKind,
) => string | undefined

/** The layer, as an observer or a step sees it. */
export interface ObservedLayer {
  /** The name of the application. */
  readonly app: string
  /** The promotion level. Absent in an application that has none. */
  readonly promotion?: Promotion | undefined
  /** The names of the destinations of events. */
  readonly destinations: readonly string[]
  /** The definitions of flags and events from the settings. */
  readonly definitions: Definitions
  /** The user. */
  readonly identity: ObservedIdentity
  /** The flags of the user. */
  readonly flags: ObservedFlags
  /** Calls the listener at each message of the topic, in the task in which it happens, until the returned function is called. */
  on<Topic extends keyof ObservedTopics>(topic: Topic, listener: (message: ObservedTopics[Topic]) => void): Unsubscribe
  /** Records an event of the observer's or the step's own. See `RecordOwn`. */
  record: RecordOwn
  /** Writes a warning to the console, once, under the name of the observer or the step. Not in production, and not when `silent` is set. */
  warn(message: string): void
}

/** Sees what the layer does, for example to show it. `consoleLink` and `validateEvents` are observers. */
export interface Observer {
  /** Names the observer in reports. */
  readonly name: string
  /**
   * Called once, when the layer starts. Returns what ends it, which is called by `close()`. If it throws, that is reported, and the
   * layer goes on without it.
   */
  start(layer: ObservedLayer): () => void
}
