import { parseJson } from '../core/lib/parseJson.ts'
import type { StoredEvent } from '../core/model/event.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'

/** How many ids are kept at most, the oldest are forgotten: 37 kB. */
const MAX_IDS = 1_000

/**
 * The ids of events that a script in the page was given and that its bookmark may not have passed. They are stored synchronously, just
 * before the script is called: the transaction that moves the bookmark is lost when the page is left at that moment.
 */
export interface HandedOver {
  ids(): readonly string[]
  add(events: readonly Pick<StoredEvent, 'id'>[]): void
  remove(events: readonly Pick<StoredEvent, 'id'>[]): void
}

export function createHandedOver(storage: KeyValueStorage, key: string): HandedOver {
  function read(): readonly string[] {
    const stored = parseJson(storage.get(key) ?? '')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  }

  /** Other pages of the browser write it too. */
  const without = (events: readonly Pick<StoredEvent, 'id'>[]) => {
    const removed = new Set(events.map(({ id }) => id))
    return read().filter((id) => !removed.has(id))
  }

  return {
    ids: read,
    add(events) {
      const ids = [...without(events), ...events.map(({ id }) => id)].slice(-MAX_IDS)
      storage.set(key, JSON.stringify(ids))
    },
    remove(events) {
      const ids = without(events)
      if (ids.length > 0) storage.set(key, JSON.stringify(ids))
      else storage.remove(key)
    },
  }
}
