import { atMost } from '../core/lib/atMost.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Journal, Keyed } from '../core/ports/journal.ts'
import { memoryJournal } from './memoryJournal.ts'

/** A store that has not answered by then is gone on without, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/** Positions in memory start here: far beyond any that a store counts up to. */
const IN_MEMORY = 2 ** 52

/**
 * The journal that `open` gives, opened at the first use. What it refuses, and what comes before it has answered, is kept in
 * memory and read like the rest; when it answers late, it is used from then on.
 */
export function openJournal<Waiting extends Keyed, Entry extends Keyed>(
  open: () => Promise<Journal<Waiting, Entry>>,
  clock: Clock,
): Journal<Waiting, Entry> {
  const memory = memoryJournal<Waiting, Entry>(IN_MEMORY)
  let store: Journal<Waiting, Entry> | undefined
  let opening: Promise<void> | undefined

  const opened = () => (opening ??= waitForStore())

  async function waitForStore() {
    const answered = open().then(
      (journal) => void (store = journal),
      () => {},
    )
    await atMost(clock, PERSISTENCE_TIMEOUT_MS, answered)
  }

  return {
    async write(writes) {
      await opened()
      const keeping = store ? await store.write(writes) : 'refused'
      if (keeping !== 'refused') {
        // Of what waits in memory, from before the store had answered.
        await memory.write(writes.filter(({ type }) => type === 'release'))
        return keeping
      }
      // What waits in the store cannot leave it: it goes on from memory all the same, and once more with the next page.
      const held = new Set((await store?.waiting())?.map(({ id }) => id))
      return memory.write(
        writes.map((write) =>
          write.type === 'release' && held.has(write.item.id) ? { type: 'append', item: write.item } : write,
        ),
      )
    },
    async waiting() {
      await opened()
      return [...((await store?.waiting()) ?? []), ...(await memory.waiting())]
    },
    async read(reader, limit) {
      await opened()
      const stored = (await store?.read(reader, limit)) ?? []
      return stored.length > 0 ? stored : memory.read(reader, limit)
    },
    advance: async (reader, position) =>
      position > IN_MEMORY ? memory.advance(reader, position) : store?.advance(reader, position),
    async trim(readers) {
      await store?.trim(readers)
      return memory.trim(readers)
    },
    async entries() {
      await opened()
      return [...((await store?.entries()) ?? []), ...(await memory.entries())]
    },
    async remove(keys) {
      await store?.remove(keys) // of memory’s positions it knows none
      await memory.remove(keys)
    },
    async count(readers) {
      await opened()
      const stored = await store?.count(readers)
      return (await memory.count(readers)).map((count, index) => count + (stored?.[index] ?? 0))
    },
  }
}
