import type { Unsubscribe } from '../lib/listeners.ts'

export interface Clock {
  /** Milliseconds since 1970, by the user's clock: it may jump. */
  now(): number
  /** Calls `task` once, `ms` milliseconds from now. The returned function cancels it. */
  after(ms: number, task: () => void): Unsubscribe
}
