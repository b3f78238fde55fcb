import type { Unsubscribe } from '../lib/listeners.ts'

export interface Clock {
  /** Milliseconds since 1970, by the user's clock: it may jump. */
  now(): number
  /** Milliseconds since 1970 of a date as HTTP writes it; NaN when it is none. */
  parse?(date: string): number
  /** Calls `task` once, `ms` milliseconds from now. The returned function cancels it. */
  after(ms: number, task: () => void): Unsubscribe
}
