import { atMost } from '../core/lib/waits.ts'
import type { EventStore, Storable } from '../core/ports/eventStore.ts'
import type { Clock } from '../core/ports/platform.ts'

/** How long to wait for the database before continuing without it, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/**
 * The time limit is divided into this many turns. A page that is busy or suspended misses one of them, and then finds
 * the answer that has arrived.
 */
const TURNS = 5

const SILENT = {}

/**
 * The store that `open` gives, opened at its first use. It never rejects: when the database refuses a question, the
 * answer is that nothing was stored, or that there are no records. A database that has not answered in time is not asked
 * again until the page ends.
 */
export function openEventStore<Event extends Storable>(
  open: () => Promise<EventStore<Event>>,
  clock: Clock,
): EventStore<Event> {
  let opening: Promise<EventStore<Event>> | undefined
  let isSilent = false

  async function ask<Answer>(question: (store: EventStore<Event>) => Promise<Answer>, fallback: Answer) {
    if (isSilent) return fallback
    let answer: Answer | typeof SILENT = SILENT
    const asking = (opening ??= open()).then(question).then(
      (given) => (answer = given),
      () => (answer = fallback),
    )
    for (let turn = 0; turn < TURNS && answer === SILENT; turn += 1)
      await atMost(clock, PERSISTENCE_TIMEOUT_MS / TURNS, asking)
    isSilent ||= answer === SILENT
    return answer === SILENT ? fallback : (answer as Answer)
  }

  return {
    change: (changes) => ask((store) => store.change(changes), false),
    read: (task, limit) => ask((store) => store.read(task, limit), []),
    all: () => ask((store) => store.all(), []),
  }
}
