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
  /**
   * What is to be written: what other pages have left, in order (by id, and so by time; of one id, `hold` before `release`), and
   * then these of this page, but for those that another tab has taken up meanwhile and is done with.
   */
  takeUp(own: readonly EventWrite[]): EventWrite[]
}

/** One key for each write: an array under one key would be lost between two tabs. */
export function createWritesAside(storage: KeyValueStorage, appName: string): WritesAside {
  const prefix = `aside:${appName}:`
  const keyOf = ({ item, type }: EventWrite) => `${prefix}${item.id}:${type}`
  const put = new WeakSet<EventWrite>()

  return {
    put(write) {
      const isKept = storage.set(keyOf(write), JSON.stringify(write))
      if (isKept) put.add(write)
      return isKept
    },
    forget: (write) => storage.remove(keyOf(write)),
    forgetEvent: (id) => {
      for (const type of ['hold', 'append', 'release'] as const) storage.remove(`${prefix}${id}:${type}`)
    },
    takeUp(own) {
      const keys = new Set(storage.keys(prefix))
      const left = own.filter((write) => keys.delete(keyOf(write)) || !put.has(write))
      const found = [...keys].sort().flatMap((key) => {
        const write = parseJson(storage.get(key) ?? '')
        return isRecord(write) && isRecord(write['item']) ? [write as unknown as EventWrite] : []
      })
      return [...found, ...left]
    },
  }
}
