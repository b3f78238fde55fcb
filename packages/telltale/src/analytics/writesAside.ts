import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import type { EventWrite } from './eventWrite.ts'

/** Writes in small, synchronous storage: for as long as the journal does not have them durably. */
export interface WritesAside {
  /** False when there is no room for it here either. */
  put(write: EventWrite): boolean
  forget(write: EventWrite): void
  /** An event is done with, whatever was put aside of it. */
  forgetEvent(id: string): void
  /** What earlier pages have left, in order: by id, and so by time; of one id, `hold` before `release`. */
  takeUp(): EventWrite[]
}

/** One key for each write: an array under one key would be lost between two tabs. */
export function createWritesAside(storage: KeyValueStorage, appName: string): WritesAside {
  const prefix = `aside:${appName}:`
  const keyOf = (id: string, type: EventWrite['type']) => `${prefix}${id}:${type}`

  return {
    put: (write) => storage.set(keyOf(write.item.id, write.type), JSON.stringify(write)),
    forget: ({ item, type }) => storage.remove(keyOf(item.id, type)),
    forgetEvent: (id) => {
      for (const type of ['hold', 'append', 'release'] as const) storage.remove(keyOf(id, type))
    },
    takeUp: () =>
      [...storage.keys(prefix)].sort().flatMap((key) => {
        const write = parseJson(storage.get(key) ?? '')
        return isRecord(write) && isRecord(write['item']) ? [write as unknown as EventWrite] : []
      }),
  }
}
