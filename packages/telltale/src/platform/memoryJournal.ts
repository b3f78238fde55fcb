import type { Journal, JournalEntry, Keyed } from '../core/ports/journal.ts'

/** A journal that lasts as long as the page. */
export function memoryJournal<Waiting extends Keyed, Entry extends Keyed>(): Journal<Waiting, Entry> {
  const room = new Map<string, Waiting>()
  const bookmarks = new Map<string, number>()
  let log: JournalEntry<Entry>[] = []
  let position = 0

  function write(entry: Entry) {
    if (log.some((known) => known.entry.id === entry.id)) return
    log.push({ position: (position += 1), entry })
  }

  return {
    async hold(items) {
      for (const item of items) room.set(item.id, item)
      return true
    },
    waiting: async () => [...room.values()],
    async append(entries) {
      entries.forEach(write)
      return true
    },
    async release(entries) {
      for (const entry of entries) if (room.delete(entry.id)) write(entry)
      return true
    },
    readAfter: async (after, limit) => log.filter((known) => known.position > after).slice(0, limit),
    bookmark: async (reader) => bookmarks.get(reader) ?? 0,
    async advance(reader, to) {
      bookmarks.set(reader, Math.max(to, bookmarks.get(reader) ?? 0))
      return true
    },
    async trim(upTo) {
      log = log.filter((known) => known.position > upTo)
    },
  }
}
