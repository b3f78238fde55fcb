import { isRecord } from '../core/lib/isRecord.ts'
import { parseRecord } from '../core/lib/parseRecord.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import type { EventWrite } from './eventWrite.ts'

/** Writes in small, synchronous storage: for as long as the journal does not have them durably. */
export interface WritesAside {
  /** False when there is no room for it here either. */
  put(write: EventWrite): boolean
  forget(write: EventWrite): void
  /** An event is done with, whatever was put aside of it. */
  forgetEvent(id: string): void
  /** What other pages than the one of these have left, in order: by id, and so by time; of one id, `hold` before `identify` before `release`. */
  takeUp(own: readonly EventWrite[]): EventWrite[]
}

/** One key for each write: an array under one key would be lost between two tabs. */
export function createWritesAside(storage: KeyValueStorage, appName: string): WritesAside {
  const prefix = `aside:${appName}:`
  const keyOf = ({ item, type }: EventWrite) => `${prefix}${item.id}:${type}`

  return {
    put: (write) => storage.set(keyOf(write), JSON.stringify(write)),
    forget: (write) => storage.remove(keyOf(write)),
    forgetEvent: (id) => {
      for (const type of ['hold', 'identify', 'append', 'release'] as const) storage.remove(`${prefix}${id}:${type}`)
    },
    takeUp(own) {
      const known = own.map(keyOf)
      const keys = storage.keys(prefix).filter((key) => !known.includes(key))
      return keys.sort().flatMap((key) => {
        const read = parseRecord(storage.get(key))
        const write = read as unknown as EventWrite
        // The name of another application may begin like this one’s.
        return isRecord(read['item']) && keyOf(write) === key ? [write] : []
      })
    },
  }
}
