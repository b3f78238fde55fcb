import type { Journal, Keyed } from '../core/ports/journal.ts'
import { indexedDbJournal } from './indexedDbJournal.ts'
import { memoryJournal } from './memoryJournal.ts'

/** The journal in IndexedDB, or one in memory where the browser refuses it. Opened at the first use. */
export function openJournal<Waiting extends Keyed, Entry extends Keyed>(name: string): Journal<Waiting, Entry> {
  let opening: Promise<Journal<Waiting, Entry>> | undefined
  const opened = () => (opening ??= indexedDbJournal<Waiting, Entry>(name).catch(() => memoryJournal<Waiting, Entry>()))

  return {
    hold: async (items) => (await opened()).hold(items),
    waiting: async () => (await opened()).waiting(),
    append: async (entries) => (await opened()).append(entries),
    release: async (entries) => (await opened()).release(entries),
    readAfter: async (position, limit) => (await opened()).readAfter(position, limit),
    bookmark: async (reader) => (await opened()).bookmark(reader),
    advance: async (reader, position) => (await opened()).advance(reader, position),
    trim: async (position) => (await opened()).trim(position),
  }
}
