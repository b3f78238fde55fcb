import type { Page, Visitor } from './page.ts'
import type { Transport } from './transport.ts'
import type { Unsubscribe } from '../lib/listeners.ts'

/** The environment of the library. The implementation for browsers is in `platform/`. Tests use another one. */
export interface Platform {
  clock: Clock
  transport: Transport
  storage: KeyValueStorage
  page: Page
  tabs: Tabs
  random: Random
  log: Log
  /** The names of the applications whose layers run in this page. A server has none: each page that it renders has a layer. */
  running?: Set<string>
  /** Used by flags only. Their entry point brings the implementation for browsers. */
  visitor?: Visitor
  channel?: Channel
}

/** The developer's console. Messages must never contain a token or personal data. */
export interface Log {
  error(message: string): void
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
}

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
