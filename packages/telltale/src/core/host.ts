import type { Http, PlainHttp } from './http/http.ts'
import type { Bus, Unsubscribe } from './lib/listeners.ts'
import type { Readable, Watchable } from './lib/readable.ts'
import type { DropReason, PageDiagnostics } from './model/diagnostics.ts'
import type { EventIdentity } from './model/event.ts'
import type { Identity } from './model/identity.ts'
import type { ObservedTopics } from './observer.ts'
import type { Level } from './model/promotion.ts'
import type { LatePlatform, Platform } from './ports/platform.ts'

/** The topics through which parts communicate without knowing one another: what observers hear, and what parts tell each other. */
export interface Topics extends ObservedTopics {
  /** Events that will not reach a destination, and why. */
  drop: { where: string; reason: DropReason; count: number }
  /** A destination has received the number of dropped events that `diagnostics` counts. */
  dropsReported: undefined
  /** A change of the diagnostics that a part reports. */
  diagnosis: Partial<PageDiagnostics>
}

/** Everything that a part may know about the rest of the layer. */
export interface Host {
  platform: Platform
  http: PlainHttp
  /**
   * The user who is signed in, as who-am-i has confirmed. Flags and observers get the last confirmed identity until
   * who-am-i has answered.
   */
  identity: Watchable<Identity>
  questions: Questions
  repetition: Repetition
  bus: Bus<Topics>
  diagnostics: Readable<PageDiagnostics>
  app: {
    name: string
    platform: string
    multiPage: boolean
    /** Names what is stored: the application at one level, for one project. Nothing of one level reaches another. */
    space: string
    promotion: Level
    /** The analytics project of the promotion level. `undefined` without `projects`. */
    projectId: string | undefined
  }
}

/** The same in the second stage, which has the whole transport and knows the other tabs. */
export interface LateHost extends Omit<Host, 'platform' | 'http'> {
  platform: LatePlatform
  http: Http
}

/**
 * A question of this page: who is signed in? One begins when the page is opened, and another one with each `refresh()`. Its answer
 * decides about the events that the page tracks from then until the next question begins. A request that fails and is repeated
 * belongs to the same question.
 */
export interface Question {
  readonly id: string
  /** When it began, in milliseconds since 1970. */
  readonly askedAt: number
  /** A salted digest of the token. Absent as long as there is no token. */
  readonly tokenDigest?: string | undefined
  /** The answer: empty if nobody is signed in, the token was refused, or the page has given up. */
  readonly owner?: EventIdentity | undefined
  /** Whether an answer may still come. */
  readonly isOpen: boolean
}

/** The questions of this page, and to whom their answers say that events belong. */
export interface Questions {
  /** Identifies this page. The ids of its questions begin with it. */
  readonly page: string
  /** The latest 100 questions, in the order in which they were asked. */
  readonly all: readonly Question[]
  /** Returns the question to which the events of this moment belong. */
  now(): Question
  /** Whether the question was asked with the token of this digest, on this page or on another one. */
  isOf(question: Question, tokenDigest: string): boolean
  /** Events wait for the answer: a later question does not abort this one. */
  expect(question: Question): void
  /** Calls the listener after each answer, and when the token of a question becomes known for whose answer events wait. */
  watch(listener: () => void): Unsubscribe
}

/** A question whose token the application has given, once `tokenDigest` is there. */
export interface AskedQuestion extends Pick<Question, 'tokenDigest'> {
  /** Aborts when the question is over. */
  readonly controller: { readonly signal: AbortSignal }
}

/** A request of the latest question that has failed. */
export interface FailedRequest {
  /** Why, as it can be logged. */
  readonly reason: string
  /** How long the server asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Aborts when the question is over. It has aborted if the failure is final. */
  readonly signal: AbortSignal
}

/** What is needed to watch over a question, and to repeat it when it has failed. The code that does it is in the lazy chunk. */
export interface Repetition {
  /** The latest question that is asked of the application and of who-am-i. */
  readonly asked: Watchable<AskedQuestion | undefined>
  readonly failed: Watchable<FailedRequest | undefined>
  /** Asks the latest question again, with the token of now. Another token begins another question. */
  repeat(): Promise<void>
  /** Shows that there is no user, unless one is shown. If it is final, none is shown, and later events have no user. */
  giveUp(isFinal: boolean): void
}

export interface Stoppable {
  /** Stops everything: no timer, listener or socket is left. */
  stop(): void
}
