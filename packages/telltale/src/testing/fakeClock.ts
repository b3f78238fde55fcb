import type { Clock } from '../core/ports/clock.ts'

export interface FakeClock extends Clock {
  /** Lets `ms` milliseconds pass: timers that are due run in order, and what they set going is waited for. */
  advance(ms: number): Promise<void>
  /** Timers that have not run: none may be left after a stop. */
  readonly pending: number
}

/** How many turns of the microtask queue count as "everything that can happen without time passing has happened". */
const SETTLING_TURNS = 100

export function fakeClock(startMs = 0): FakeClock {
  let now = startMs
  let timers: { at: number; task: () => void }[] = []

  return {
    now: () => now,
    parse: (date) => Date.parse(date),
    after(ms, task) {
      const timer = { at: now + Math.max(0, ms), task }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    get pending() {
      return timers.length
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = due.at
        timers = timers.filter((other) => other !== due)
        due.task()
        await settle()
      }
      now = until
      await settle()
    },
  }
}

/** Waits until promises have nothing more to do. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await Promise.resolve()
}
