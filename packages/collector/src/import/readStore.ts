import type { EventReader, StoredEvent } from '../store/store.ts'

const SLICE = 1000

/** All events that a store has now, in the order of arrival. */
export async function* readStore(store: Pick<EventReader, 'after'>): AsyncGenerator<readonly StoredEvent[]> {
  for (let cursor: string | undefined; ;) {
    const events = await store.after(cursor, SLICE)
    if (events.length === 0) return
    yield events
    cursor = events.at(-1)?.cursor
  }
}
