import { attempt } from '../core/lib/attempt.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import type { EventWrite } from './eventWrite.ts'
import { isStoredWrite } from './storedEvent.ts'

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

const TYPES: readonly string[] = ['hold', 'identify', 'append', 'release']

/**
 * One key for each write: an array under one key would be lost between two tabs. A key that holds no write is removed, and counted
 * by `onUnreadable`.
 */
export function createWritesAside(
  storage: KeyValueStorage,
  appName: string,
  onUnreadable: (count: number) => void = () => {},
): WritesAside {
  const prefix = `aside:${appName}:`
  const keyOf = ({ item, type }: EventWrite) => `${prefix}${item.id}:${type}`

  return {
    // What is nested too deeply to be written as JSON has no place here either.
    put: (write) => attempt(() => storage.set(keyOf(write), JSON.stringify(write))) ?? false,
    forget: (write) => storage.remove(keyOf(write)),
    forgetEvent: (id) => {
      for (const type of TYPES) storage.remove(`${prefix}${id}:${type}`)
    },
    takeUp(own) {
      const known = own.map(keyOf)
      return storage
        .keys(prefix)
        .filter((key) => !known.includes(key))
        .sort()
        .flatMap((key) => {
          // The name of another application may begin like this one’s; ids and types contain no colon.
          const [id = '', type = '', ...rest] = key.slice(prefix.length).split(':')
          if (!TYPES.includes(type) || rest.length > 0) return []
          const write = parseJson(storage.get(key) ?? '')
          if (isStoredWrite(write, id, type)) return [write]
          storage.remove(key)
          onUnreadable(1)
          return []
        })
    },
  }
}
