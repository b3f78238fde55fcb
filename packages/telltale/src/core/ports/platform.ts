import type { Unsubscribe } from '../lib/listeners.ts'
import type { ConsentState } from '../model/consent.ts'
import type { EventIdentity } from '../model/event.ts'
import type { PlainRequest, PlainTransport, Transport } from './transport.ts'

/**
 * The environment of the library, as far as a page needs it before its first paint. The implementation for browsers is in `platform/`.
 * Tests use another one.
 */
export interface Platform {
  clock: Clock
  transport: PlainTransport
  storage: KeyValueStorage
  page: Page
  random: Random
  log: Log
  /** The names of the applications whose layers run in this page. A server has none: each page that it renders has a layer. */
  running?: Set<string>
  /** Used by flags only. Their entry point brings the implementation for browsers. */
  clicks?: Clicks
  channel?: Channel
  /** Absent: everything is allowed. */
  permits?: Permits
}

/** What the present user allows. A part asks before it keeps or sends something, under the name of a destination or of a use such as `flagEvents`. */
export interface Permits {
  /** @param owner another one than the present user, as far as this browser knows the choice of that person or visitor */
  of(use: string, owner?: string): ConsentState
  /** Whose choice decides about events of this identity; for one that is not known yet, the present user. `undefined` if that is not known. */
  ownerOf(identity?: EventIdentity): string | undefined
  /** The purpose of a use. `undefined` if it needs no consent. */
  purposeOf(use: string): string | undefined
  /** Whose state it is: the id of a person, an empty text while nobody is signed in, and `undefined` while that is not known. */
  holder(): string | undefined
  /**
   * Whether this user is forgotten: nothing of the user is kept, not even what is necessary, or proves a decision.
   *
   * @param at the time of an event: it may be of before, when the user was forgotten by a page that ended too early to delete it
   */
  isForgotten(owner?: string, at?: number): boolean
  /** Whether a page has ended before it had deleted what it had to. */
  mustDelete(): boolean
  /** Calls the listener after each change. */
  watch(listener: () => void): Unsubscribe
  /** Says that what a change has allowed or denied is being moved or deleted, until the promise has resolved: with whether nothing is left. */
  settling(work: Promise<boolean>): void
  /** Returns HTTP for flag events, whose requests wait until they are allowed, and are not sent when they are denied. */
  guard<Send extends (request: PlainRequest) => Promise<unknown>>(http: Send): Send
  /** Removes the cookies of this site whose names begin so. */
  removeCookies(beginnings: readonly string[]): void
}

/** The environment of the second stage: what needs it says so by its type, and cannot be started before. */
export interface LatePlatform extends Omit<Platform, 'transport'> {
  transport: Transport
  tabs: Tabs
}

/** The developer's console. Messages must never contain a token or personal data. */
export interface Log {
  /** Writes a message about something that does not work, and its cause where the words of the message are fixed. */
  error(message: string, cause?: Error): void
  /** Writes a message about something that may not be intended. */
  warn(message: string): void
}

/** Small synchronous storage that all tabs of the origin share. Never throws. */
export interface KeyValueStorage {
  get(key: string): string | undefined
  /** Returns the value that another library keeps in the same storage, under its own full name. */
  getForeign?(name: string): string | undefined
  /** Returns false when the value could not be kept: storage is full, blocked or absent. */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** Returns the keys that start with `prefix`. */
  keys(prefix: string): readonly string[]
}

export interface Clock {
  /** Milliseconds since 1970 by the user's clock, which may jump. */
  now(): number
  /** Returns the milliseconds since 1970 of a date in HTTP format, or NaN for an invalid date. */
  parse?(date: string): number
  /** Calls `task` once, `ms` milliseconds from now. The returned function cancels it. */
  after(ms: number, task: () => void): Unsubscribe
}

export interface Random {
  /** In [0, 1). */
  number(): number
  /** A UUID version 4. */
  uuid(): string
}

/** Coordinates tasks between the tabs of one origin. */
export interface Tabs {
  /**
   * Runs `task` if no other tab is running a task of this name, and returns whether it ran. The signal of the task
   * aborts when the page is left or when the caller's signal aborts. Another tab may then run its task at once, and
   * this task must do nothing more.
   */
  whileAlone(name: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<void>): Promise<boolean>
  /** Returns the names of the tasks that tabs are running, this one included. Undefined where tabs cannot know. */
  running(): Promise<readonly string[] | undefined>
  /** Calls the listener after another tab has changed or removed the value of a key of the storage that begins with `prefix`. */
  onStored(prefix: string, listener: () => void): Unsubscribe
}

/**
 * Decides something once for all pages of the origin, at whatever moment they ask: returns the choice of the page that was the first to ask under this
 * name. What `KeyValueStorage` shows cannot decide: a page sees late what a page in another process has written, whichever of them holds a lock.
 * Returns `undefined` where the browser keeps nothing. Never rejects. Only the latest 1,000 decisions are remembered.
 */
export type Decide = (name: string, choice: string) => Promise<string | undefined>

/**
 * Receives the messages of other tabs of the origin under this name until the signal aborts, and returns a function
 * that sends a message to them. Returns undefined where tabs cannot communicate. While the page is in the back/forward
 * cache, it receives nothing.
 */
export type Channel = (
  name: string,
  listener: ChannelListener,
  signal: AbortSignal,
) => ((message: string) => void) | undefined

export interface ChannelListener {
  onMessage(message: string): void
  /** Called when the page is back. It may have missed messages. */
  onReturn(): void
}

/** The part of the page that a flag client on its own needs. */
export interface PlainPage {
  url(): string
  /** Whether a request to this address, which may be relative, goes to the origin of the page. A `<base>` counts as it does for `fetch`. */
  isSameOrigin(url: string): boolean
  /** Returns the value of a cookie that scripts may read. */
  cookie(name: string): string | undefined
  /**
   * Called when the page may be going away. The listener must complete its work before it returns. May be called more
   * than once. `isLeft`: the page is left, or goes to the back/forward cache; it is not only hidden.
   */
  onMayExit(listener: (isLeft: boolean) => void): Unsubscribe
}

export interface Page extends PlainPage {
  /** The user's screen in CSS pixels, such as `1440x900`. */
  screen(): string
  /** Whether the browser has the timing of a navigation to this page. A web view of a mobile application has none. */
  hasNavigationTiming(): boolean
  /** Whether the browser has a network, as far as it knows. */
  isOnline(): boolean
  /** Calls the action: at once, or when a page that the browser has prerendered is shown, which it may never be. */
  whenShown(action: () => void): void
  /** Called when the page is back from the background or from the back/forward cache, or when the network is back. */
  onReturn(listener: () => void): Unsubscribe
}

/** What the user of the page does in it, and whether they want to be watched. */
export interface Clicks {
  /**
   * Called when the user clicks. `matches` returns whether the click was on, or inside, an element that matches a CSS
   * selector.
   */
  onClick(listener: (matches: (selector: string) => boolean) => void): Unsubscribe
  /** Called when the address may have changed without a new page. Not every change is reported. */
  onNavigate(listener: () => void): Unsubscribe
  /** Whether the user's browser asks not to be tracked. */
  isDoNotTrack(): boolean
}

/** A Trusted Types policy, as created by the browser's `trustedTypes.createPolicy`. */
export interface ScriptPolicy {
  /** Returns the URL as the page’s policy allows it. */
  createScriptURL(url: string): unknown
}

export interface ScriptRequest {
  nonce?: string | undefined
  policy?: ScriptPolicy | undefined
  signal: AbortSignal
}

export type ScriptOutcome =
  /**
   * The script has run, or another loader has put it in the page. `remove` allows the next request to load it again. An
   * element of another loader stays in the page.
   */
  | { outcome: 'loaded'; remove(): void }
  /** The script could not be loaded, or the signal has aborted. */
  | { outcome: 'failed' }
  /**
   * Trusted Types do not allow the page to use this address: no policy was given, or the policy refuses the address.
   */
  | { outcome: 'refused' }

/** Loads scripts of others into the page. */
export interface Scripts {
  /**
   * Loads a script. A script that is already in the page is not loaded again, and a script that failed leaves nothing
   * in the page. Never rejects.
   */
  load(url: string, request: ScriptRequest): Promise<ScriptOutcome>
}
