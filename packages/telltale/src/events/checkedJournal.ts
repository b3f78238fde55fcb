import type { Journal, JournalEntry, Keyed } from '../core/ports/journal.ts'

interface Needs<Waiting, Entry> {
  isWaiting(value: unknown): value is Waiting
  isEntry(value: unknown): value is Entry
  /** So many items had another shape. They are removed. */
  onUnreadable(count: number): void
}

/**
 * A journal of which only what has the right shape is read: one item that has not must not stop the delivery of all others. Such an
 * item is removed and counted once.
 */
export function checkedJournal<Waiting extends Keyed, Entry extends Keyed>(
  journal: Journal<Waiting, Entry>,
  { isWaiting, isEntry, onUnreadable }: Needs<Waiting, Entry>,
): Journal<Waiting, Entry> {
  /** What is being removed, by its key: several readers may come across it. */
  const found = new Set<unknown>()

  async function remove(keys: readonly (number | string)[]) {
    const added = keys.filter((key) => !found.has(key))
    if (added.length === 0) return
    for (const key of added) found.add(key)
    onUnreadable(added.length)
    await journal.remove(added)
  }

  async function soundOf(entries: readonly JournalEntry<Entry>[]) {
    const isSound = ({ entry }: JournalEntry<Entry>) => isEntry(entry)
    await remove(entries.filter((item) => !isSound(item)).map(({ position }) => position))
    return entries.filter(isSound)
  }

  return {
    write: (writes) => journal.write(writes),
    async waiting() {
      const items: readonly Keyed[] = await journal.waiting()
      // As text: a number would name an entry of the log.
      await remove(items.filter((item) => !isWaiting(item)).map(({ id }) => String(id)))
      return items.filter(isWaiting)
    },
    async read(reader, limit) {
      for (;;) {
        const entries = await journal.read(reader, limit)
        const sound = await soundOf(entries)
        const last = entries.at(-1)
        if (!last || sound.length > 0) return sound
        await journal.advance(reader, last.position) // a store that is full may not remove them
      }
    },
    advance: (reader, position) => journal.advance(reader, position),
    trim: (readers) => journal.trim(readers),
    entries: async () => soundOf(await journal.entries()),
    remove: (keys) => journal.remove(keys),
    count: (readers) => journal.count(readers),
  }
}
