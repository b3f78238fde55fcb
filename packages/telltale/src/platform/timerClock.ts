import type { Clock } from '../core/ports/clock.ts'

export const timerClock: Clock = {
  now: () => Date.now(),
  parse: (date) => Date.parse(date),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
