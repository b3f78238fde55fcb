import { atMost } from '../core/lib/atMost.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Change, EventStore, Storable } from '../core/ports/eventStore.ts'
import { memoryEventStore } from './memoryEventStore.ts'

/** How long to wait for the database before continuing without it, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/** That time comes in turns: a page that is busy, or suspended, misses one of them, and then finds the answer that is there. */
const TURNS = 5

type Outcome<Answer> = { outcome: 'answered'; answer: Answer } | { outcome: 'refused' } | { outcome: 'silent' }

/**
 * The store that `open` gives, opened at its first use. Once it has rejected, or not answered in time, memory is used until the page
 * ends. What the database has is copied to memory if it can still be read; and such a database is told what is done, so that
 * one that is full does not give the same events to the next page.
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
  /** Memory has all that the database has, which still answers. */
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

  /** What the database answers, or undefined once memory is used in its place. */
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

/** An event that waits in a database which cannot be read continues from memory as soon as it is complete. */
const orAdd = <Event extends Storable>(change: Change<Event>): readonly Change<Event>[] =>
  change.type === 'amend' ? [change, { ...change, type: 'add' }] : [change]
