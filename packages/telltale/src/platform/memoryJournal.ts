import type { Journal, JournalEntry, Keyed } from '../core/ports/journal.ts'

/** A journal that lasts as long as the page. Its positions come after `start`. */
export function memoryJournal<Waiting extends Keyed, Entry extends Keyed>(start = 0): Journal<Waiting, Entry> {
  const room = new Map<string, Waiting>()
  const bookmarks = new Map<string, number>()
  let log: JournalEntry<Entry>[] = []
  let position = start

  const bookmark = (reader: string) => bookmarks.get(reader) ?? 0
  const unread = (reader: string) => log.filter((known) => known.position > bookmark(reader))

  function add(entry: Entry) {
    if (log.some((known) => known.entry.id === entry.id)) return
    log.push({ position: (position += 1), entry })
  }

  return {
    async write(writes) {
      for (const { type, item } of writes) {
        if (type === 'identify') {
          if (room.has(item.id)) room.set(item.id, item)
        } else if (type === 'hold') room.set(item.id, item)
        else if (room.delete(item.id) || type === 'append') add(item)
      }
      return 'volatile'
    },
    waiting: async () => [...room.values()],
    read: async (reader, limit) => unread(reader).slice(0, limit),
    async advance(reader, to) {
      bookmarks.set(reader, Math.max(to, bookmark(reader)))
      return 'volatile'
    },
    async trim(readers) {
      if (readers.length === 0) return []
      const read = Math.min(...readers.map(bookmark))
      const forgotten = log.filter((known) => known.position <= read).map(({ entry }) => entry.id)
      log = log.slice(forgotten.length)
      return forgotten
    },
    entries: async () => [...log],
    async remove(keys) {
      log = log.filter((known) => !keys.includes(known.position))
      for (const key of keys) room.delete(String(key))
    },
    count: async (readers) => [room.size, ...readers.map((reader) => unread(reader).length)],
  }
}
