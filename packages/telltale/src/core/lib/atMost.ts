import type { Unsubscribe } from './listeners.ts'
import { sleep } from './sleep.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

/** Resolves with the promise, or after `ms` milliseconds, whichever comes first; leaves no timer. */
export async function atMost(timer: Timer, ms: number, promise: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([promise, sleep(timer, ms, patience.signal)])
  patience.abort()
}
