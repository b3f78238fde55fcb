import { atMost } from '../core/lib/atMost.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Journal, JournalWrite, Keyed } from '../core/ports/journal.ts'
import { memoryJournal } from './memoryJournal.ts'

/** A store that has not answered by then is gone on without, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/** That time comes in turns: a page that is busy, or suspended, misses one of them, and then hears the answer that is there. */
const TURNS = 5
/** Positions in memory start here: far beyond any that a store counts up to. */
const IN_MEMORY = 2 ** 52

/**
 * The journal that `open` gives, opened at the first use. What it refuses, and what comes before it has answered, is kept in
 * memory and read like the rest. A store that answers late, whatever it was asked, is used again from then on.
 */
export function openJournal<Waiting extends Keyed, Entry extends Keyed>(
  open: () => Promise<Journal<Waiting, Entry>>,
  clock: Clock,
): Journal<Waiting, Entry> {
  type Store = Journal<Waiting, Entry>
  const memory = memoryJournal<Waiting, Entry>(IN_MEMORY)
  let store: Store | undefined
  let opening: Promise<void> | undefined
  /** What waits in the store, as far as this page knows. */
  const held = new Set<string>()

  const opened = () =>
    (opening ??= atMost(
      clock,
      PERSISTENCE_TIMEOUT_MS,
      open().then(takeUp, () => {}),
    ))
  const takeUp = (answering: Store) => void (store = answering)

  /** What the store answers; `otherwise` while it does not, and `ifLate` before it is used again. */
  async function ask<T>(
    question: (store: Store) => Promise<T>,
    otherwise: T,
    ifLate?: (store: Store) => Promise<void>,
  ): Promise<T> {
    await opened()
    const asked = store
    if (!asked) return otherwise
    let answer: { readonly is: T } | undefined
    let isLate = false
    const listen = async () => {
      const is = await question(asked)
      if (isLate) await ifLate?.(asked)
      answer = { is }
      takeUp(asked)
    }
    const listening = listen()
    for (let turn = 0; turn < TURNS && !answer; turn += 1)
      await atMost(clock, PERSISTENCE_TIMEOUT_MS / TURNS, listening)
    if (answer) return answer.is
    isLate = true
    store = undefined
    return otherwise
  }

  return {
    async write(writes) {
      const keeping = await ask(
        (asked) => asked.write(writes),
        'refused',
        (late) => takeBack(late, writes),
      )
      if (keeping !== 'refused') {
        for (const { type, item } of writes) if (type === 'hold') held.add(item.id)
        // Of what waits in memory, from before the store had answered.
        await memory.write(writes.filter(({ type }) => type === 'release' || type === 'identify'))
        return keeping
      }
      // What waits in a store that is full, or closed by the browser, cannot leave it: it goes on from memory all the same, and
      // from a store that is full once more with the next page.
      return memory.write(
        writes.map((write) =>
          write.type === 'release' && held.has(write.item.id) ? { type: 'append', item: write.item } : write,
        ),
      )
    },
    async waiting() {
      const stored = await ask((asked) => asked.waiting(), [])
      for (const { id } of stored) held.add(id)
      return [...stored, ...(await memory.waiting())]
    },
    async read(reader, limit) {
      const stored = await ask((asked) => asked.read(reader, limit), [])
      return stored.length > 0 ? stored : memory.read(reader, limit)
    },
    advance: (reader, position) =>
      position > IN_MEMORY
        ? memory.advance(reader, position)
        : ask((asked) => asked.advance(reader, position), 'refused'),
    async trim(readers) {
      await ask((asked) => asked.trim(readers), [])
      return memory.trim(readers)
    },
    entries: async () => [...(await ask((asked) => asked.entries(), [])), ...(await memory.entries())],
    async remove(keys) {
      await ask((asked) => asked.remove(keys), undefined) // of memory’s positions it knows none
      await memory.remove(keys)
    },
    async count(readers) {
      const stored = await ask((asked) => asked.count(readers), [])
      return (await memory.count(readers)).map((count, index) => count + (stored[index] ?? 0))
    },
  }
}

/** What a store has taken late is in memory by then, and perhaps delivered from there: nobody is to read it twice. */
async function takeBack(store: Journal<Keyed, Keyed>, writes: readonly JournalWrite<Keyed, Keyed>[]): Promise<void> {
  const idsOf = (...types: string[]) => writes.flatMap(({ type, item }) => (types.includes(type) ? [item.id] : []))
  const ids = idsOf('append', 'release')
  const entries = await store.entries()
  const positions = entries.filter(({ entry }) => ids.includes(entry?.id)).map(({ position }) => position)
  await store.remove([...positions, ...idsOf('hold')])
}
