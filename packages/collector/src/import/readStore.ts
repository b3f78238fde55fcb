import type { EventReader, StoredEvent } from '../store/store.ts'

const SLICE = 1000

/** The events of a store. */
export interface StoreReading {
  /** All that the store gives out now, in the order of arrival. */
  events(): AsyncIterable<readonly StoredEvent[]>
  /** Whether the store has newer events than those that were read: they have arrived since, or wait for an open transaction of PostgreSQL. */
  hasNewer(): Promise<boolean>
}

export function readStore(store: Pick<EventReader, 'after' | 'newest'>): StoreReading {
  let cursor: string | undefined
  return {
    async *events() {
      for (;;) {
        const events = await store.after(cursor, SLICE)
        if (events.length === 0) return
        yield events
        cursor = events.at(-1)?.cursor
      }
    },
    async hasNewer() {
      const [newest] = await store.newest(1)
      return newest !== undefined && newest.cursor !== cursor
    },
  }
}
