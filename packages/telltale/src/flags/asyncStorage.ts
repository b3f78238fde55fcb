import { isRecord, parseJson } from '../core/lib/json.ts'
import { sleep } from '../core/lib/time.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'

/** Storage that the application provides. It may be asynchronous. */
export interface AsyncStorage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, value: string): unknown
}

/** How long to wait for the storage before continuing without it, in milliseconds. */
const TIMEOUT_MS = 5000
const ITEM = 'telltale'

/** Storage that a client on its own uses in place of `localStorage`. */
export interface FlagStorage {
  readonly name: string
}

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
  const save = async () => outer.set(ITEM, JSON.stringify(Object.fromEntries(items)))

  async function open() {
    const waiting = new AbortController()
    const ask = async () => outer.get(ITEM)
    const text = await Promise.race([ask().catch(() => undefined), sleep(clock, TIMEOUT_MS, waiting.signal)])
    waiting.abort()
    const kept = parseJson(text ?? '')
    for (const [key, value] of Object.entries(isRecord(kept) ? kept : {})) items.set(key, String(value))
  }

  return {
    opened: open(),
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
