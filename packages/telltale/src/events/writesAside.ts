import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseRecord } from '../core/lib/parseRecord.ts'
import type { FlagSet } from '../core/model/event.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import type { EventWrite } from './eventWrite.ts'
import { isFlagSet, isStoredWrite } from './storedEvent.ts'

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

interface Needs {
  storage: KeyValueStorage
  appName: string
  /** Identifies this page. */
  page: string
  /** So many keys held no write. They are removed. */
  onUnreadable(count: number): void
}

/**
 * One key for each write: an array under one key would be lost between two tabs. The flags that several writes share are stored
 * once, under a key of this page, for as long as one of its writes needs them. Those of a page that crashed are removed by the
 * page after the one that takes up its writes.
 */
export function createWritesAside({ storage, appName, page, onUnreadable }: Needs): WritesAside {
  const prefix = `aside:${appName}:`
  const setPrefix = `flagset:${appName}:`
  const keyOf = ({ item, type }: EventWrite) => `${prefix}${item.id}:${type}`
  /** The keys of the writes of this page that need a set of flags, by the key of the set. */
  const users = new Map<string, Set<string>>()

  /** The write with a key in place of its flags. Undefined when there is no room for them. */
  function withSetKey(write: EventWrite, flagSet: FlagSet): object | undefined {
    const setKey = `${setPrefix}${page}:${flagSet.id}`
    const known = users.get(setKey)
    if (!known && !set(setKey, flagSet)) return undefined
    users.set(setKey, (known ?? new Set()).add(keyOf(write)))
    return { ...write, item: { ...write.item, flagSet: setKey } }
  }

  /** What is nested too deeply to be written as JSON has no place here either. */
  function set(key: string, value: object): boolean {
    return attempt(() => storage.set(key, JSON.stringify(value))) ?? false
  }

  function put(write: EventWrite): boolean {
    const key = keyOf(write)
    const isStored = [...users.values()].some((keys) => keys.has(key))
    const stored = 'flagSet' in write.item && write.item.flagSet ? withSetKey(write, write.item.flagSet) : write
    if (stored && set(key, stored)) return true
    // What is stored already stays: it still needs its flags.
    if (!isStored) releaseSet(key)
    return false
  }

  function remove(key: string) {
    storage.remove(key)
    releaseSet(key)
  }

  function releaseSet(key: string) {
    for (const [setKey, keys] of users) {
      if (!keys.delete(key) || keys.size > 0) continue
      users.delete(setKey)
      storage.remove(setKey)
    }
  }

  /** The write that is stored under this key. */
  function read(key: string): { write: EventWrite; setKey: unknown } | undefined {
    // The name of another application may begin like this one’s; ids and types contain no colon.
    const [id = '', type = '', ...rest] = key.slice(prefix.length).split(':')
    if (!TYPES.includes(type) || rest.length > 0) return undefined
    const { item, ...others } = parseRecord(storage.get(key))
    const { flagSet: setKey, ...event } = isRecord(item) ? item : {}
    const flagSet = typeof setKey === 'string' ? parseRecord(storage.get(setKey)) : undefined
    const write = { ...others, item: { ...event, ...(isFlagSet(flagSet) && { flagSet }) } }
    if (isStoredWrite(write, id, type)) return { write, setKey }
    storage.remove(key)
    onUnreadable(1)
    return undefined
  }

  return {
    put,
    forget: (write) => remove(keyOf(write)),
    forgetEvent: (id) => {
      for (const type of TYPES) remove(`${prefix}${id}:${type}`)
    },
    takeUp(own) {
      const known = own.map(keyOf)
      const keys = storage.keys(prefix).filter((key) => !known.includes(key))
      const found = keys.sort().flatMap((key) => read(key) ?? [])
      const needed = found.map(({ setKey }) => setKey)
      for (const key of storage.keys(setPrefix)) {
        const [ownerPage, id, ...more] = key.slice(setPrefix.length).split(':')
        const isOurs = id !== undefined && more.length === 0
        if (isOurs && ownerPage !== page && !needed.includes(key)) storage.remove(key)
      }
      return found.map(({ write }) => write)
    },
  }
}
