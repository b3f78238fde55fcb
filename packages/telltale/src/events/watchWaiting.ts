import type { Host, Stoppable } from '../core/host.ts'
import { createBell } from '../core/lib/bell.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Waiting } from '../core/model/diagnostics.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Journal, Keyed } from '../core/ports/journal.ts'

/** How long a number stands at least, in milliseconds: who writes an event waits for whoever counts. */
const REST_MS = 250

interface Needs extends Pick<Host, 'bus'> {
  clock: Clock
  journal: Pick<Journal<Keyed, Keyed>, 'count'>
  /** The names of the destinations. */
  readers: readonly string[]
}

export interface WaitingWatch extends Stoppable {
  /** There may be more of them now, or less. */
  look(): void
}

/** Says how much waits: what earlier visits have left, and then whatever it becomes. */
export function watchWaiting({ bus, clock, journal, readers }: Needs): WaitingWatch {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bell = createBell(signal)
  let said: Waiting | undefined

  async function run() {
    for (;;) {
      await bell.rung()
      if (signal.aborted) return
      const [held = 0, ...unread] = await journal.count(readers)
      if (signal.aborted) return
      const waiting = { held, unread: Object.fromEntries(readers.map((reader, index) => [reader, unread[index] ?? 0])) }
      if (!sameJson(waiting, said)) bus.publish('diagnosis', { waiting })
      said = waiting
      await sleep(clock, REST_MS, signal)
    }
  }

  bell.ring()
  void run()
  return { look: bell.ring, stop: () => lifetime.abort() }
}
