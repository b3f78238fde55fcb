import type { EventStore } from '../core/ports/eventStore.ts'
import { isStoredRecord, type Queued } from './storedRecord.ts'

/**
 * A store of which only what has the right shape is read: one record that has not must not stop the delivery of all others. Such a
 * record is removed and counted once.
 */
export function checkedStore(store: EventStore<Queued>, onUnreadable: (count: number) => void): EventStore<Queued> {
  /** What is being removed: several readers may come across it. */
  const removed = new Set<string>()

  async function readSound(read: () => ReturnType<typeof store.all>, task?: string): ReturnType<typeof store.all> {
    for (;;) {
      const records = await read()
      const damaged = records.flatMap((record) => (isStoredRecord(record, task) ? [] : record.event.id))
      if (damaged.length === 0) return records
      const found = damaged.filter((id) => !removed.has(id))
      for (const id of found) removed.add(id)
      if (found.length > 0) onUnreadable(found.length)
      await store.change([{ type: 'remove', ids: damaged }])
    }
  }

  return {
    change: store.change,
    read: (task, limit) => readSound(() => store.read(task, limit), task),
    counts: store.counts,
    all: () => readSound(store.all),
  }
}
