import { idsIn, nextRecord, type EventRecord, type EventStore, type Storable } from '../core/ports/eventStore.ts'

/** An event store that lasts as long as the page. */
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
