import type { Clock } from '../core/ports/clock.ts'

/** `setTimeout` takes what is longer for no time at all: an interval of `Infinity` would be a storm. */
const MAX_MS = 2 ** 31 - 1

export const timerClock: Clock = {
  now: () => Date.now(),
  parse: (date) => Date.parse(date),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, MAX_MS))
    return () => clearTimeout(timer)
  },
}
