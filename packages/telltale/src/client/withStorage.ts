import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import { sleep } from '../core/lib/time.ts'
import type { Clock, KeyValueStorage } from '../core/ports/platform.ts'
import type { FlagStorage } from './flagClientOptions.ts'

/** Storage that the application provides. It may be asynchronous. */
export interface AsyncStorage {
  /** Returns the text that is stored under the key, or null or `undefined` when there is none. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  /** Stores the text. The client does not wait for the result. */
  set(key: string, value: string): unknown
}

/** How long to wait for the storage before continuing without it, in milliseconds. */
const TIMEOUT_MS = 5000
const ITEM = 'telltale'

/** The storage in use. `get` returns its entries after `opened`. */
export interface StoragePart extends FlagStorage {
  open(clock: Clock): KeyValueStorage & { opened: Promise<void> }
}

/** Keeps the keys of anonymous contexts, and flags, in the application's own storage: as one item, for this client alone. */
export const withStorage = (outer: AsyncStorage): FlagStorage => {
  const part: StoragePart = { name: 'storage', open: (clock) => openStorage(outer, clock) }
  return part
}

/** The item is read once. */
function openStorage(outer: AsyncStorage, clock: Clock): ReturnType<StoragePart['open']> {
  const items = new Map<string, string>()
  const opened = open()
  /** What was stored before must have been read. */
  const save = async () => {
    await opened
    await outer.set(ITEM, writeJson(Object.fromEntries(items)))
  }

  async function open() {
    const waiting = new AbortController()
    const ask = async () => outer.get(ITEM)
    const text = await Promise.race([ask().catch(() => undefined), sleep(clock, TIMEOUT_MS, waiting.signal)])
    waiting.abort()
    const kept = parseJson(text ?? '')
    for (const [key, value] of Object.entries(isRecord(kept) ? kept : {}))
      if (!items.has(key)) items.set(key, String(value))
  }

  return {
    opened,
    get: (key) => items.get(key),
    set(key, value) {
      items.set(key, value)
      save().catch(() => {})
      return true
    },
    remove: (key) => void items.delete(key),
    keys: (prefix) => [...items.keys()].filter((key) => key.startsWith(prefix)),
  }
}
