import { atMost } from '../core/lib/waits.ts'
import type { Clock } from '../core/ports/platform.ts'
import { type Change, type EventRecord, type EventStore, type Storable } from '../core/ports/eventStore.ts'
import { idsIn, nextRecord } from '../core/ports/eventChange.ts'

/** How long to wait for the database before continuing without it, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/**
 * The time limit is divided into this many turns. A page that is busy or suspended misses one of them, and then finds
 * the answer that has arrived.
 */
const TURNS = 5

type Outcome<Answer> = { outcome: 'answered'; answer: Answer } | { outcome: 'refused' } | { outcome: 'silent' }

/**
 * The store that `open` gives, opened at its first use. Once the database has rejected, or has not answered in time,
 * memory is used until the page ends. The records of the database are copied to memory if they can still be read. A
 * database that was copied is still told which tasks are done, so that a full database does not give the same events to
 * the next page.
 */
export function openEventStore<Event extends Storable>(
  open: () => Promise<EventStore<Event>>,
  clock: Clock,
): EventStore<Event> {
  type Question<Answer> = (store: EventStore<Event>) => Promise<Answer>
  const memory = memoryEventStore<Event>()
  let opening: Promise<EventStore<Event>> | undefined
  let fallingBack: Promise<void> | undefined
  let wasOpened = false
  /** Memory has everything that the database has, and the database still answers. */
  let isCopied = false

  async function askDatabase<Answer>(question: Question<Answer>): Promise<Outcome<Answer>> {
    let outcome: Outcome<Answer> = { outcome: 'silent' }
    opening ??= open().then((store) => {
      wasOpened = true
      return store
    })
    const asking = opening.then(question).then(
      (answer) => void (outcome = { outcome: 'answered', answer }),
      () => void (outcome = { outcome: 'refused' }),
    )
    const isSilent = () => outcome.outcome === 'silent'
    for (let turn = 0; turn < TURNS && isSilent(); turn += 1)
      await atMost(clock, PERSISTENCE_TIMEOUT_MS / TURNS, asking)
    return outcome
  }

  async function fallBack(after: 'refused' | 'silent') {
    if (after === 'silent') return
    const all = await askDatabase((store) => store.all())
    if (all.outcome !== 'answered') return
    isCopied = true
    await memory.change(all.answer.map((record) => ({ type: 'add', record })))
  }

  /** Returns the answer of the database, or undefined once memory is used in its place. */
  async function askFirst<Answer>(question: Question<Answer>): Promise<{ answer: Answer } | undefined> {
    if (!fallingBack) {
      const asked = await askDatabase(question)
      if (asked.outcome === 'answered') return asked
      fallingBack ??= fallBack(asked.outcome)
    }
    await fallingBack
    return undefined
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const first = await askFirst(question)
    return first ? first.answer : question(memory)
  }

  return {
    async change(changes) {
      const first = await askFirst((store) => store.change(changes))
      if (first) return first.answer
      await memory.change(wasOpened && !isCopied ? changes.flatMap(orAdd) : changes)
      const settled = changes.filter(({ type }) => type !== 'add' && type !== 'amend')
      if (!isCopied || settled.length === 0) return 'memory'
      const { outcome } = await askDatabase((store) => store.change(settled))
      isCopied = outcome !== 'silent'
      return outcome === 'answered' && settled.length === changes.length ? 'durable' : 'memory'
    },
    read: (task, limit) => ask((store) => store.read(task, limit)),
    counts: () => ask((store) => store.counts()),
    all: () => ask((store) => store.all()),
  }
}

/**
 * A draft that waits in a database that cannot be read is not in memory. It is added to memory when it is complete, and
 * continues from there.
 */
const orAdd = <Event extends Storable>(change: Change<Event>): readonly Change<Event>[] =>
  change.type === 'amend' ? [change, { ...change, type: 'add' }] : [change]

/** An event store that exists only as long as the page. */
export function memoryEventStore<Event extends Storable>(): EventStore<Event> {
  const records = new Map<string, EventRecord<Event>>()
  const sorted = () => [...records.values()].sort((one, other) => (one.event.id < other.event.id ? -1 : 1))

  return {
    async change(changes) {
      for (const change of changes) {
        for (const id of idsIn(change)) {
          const next = nextRecord(records.get(id), change)
          if (next) records.set(id, next)
          else records.delete(id)
        }
      }
      return 'memory'
    },
    read: async (task, limit) =>
      sorted()
        .filter(({ todo }) => todo.includes(task))
        .slice(0, limit),
    async counts() {
      const counts: Record<string, number> = {}
      for (const { todo } of records.values()) for (const task of todo) counts[task] = (counts[task] ?? 0) + 1
      return counts
    },
    all: async () => sorted(),
  }
}
