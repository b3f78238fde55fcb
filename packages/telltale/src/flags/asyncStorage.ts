import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'

/** An application's own storage; it may answer later. */
export interface AsyncStorage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, value: string): unknown
}

/** Storage that has not answered by then is gone on without, in milliseconds. */
const TIMEOUT_MS = 5000
const ITEM = 'telltale'

/** What an application's storage keeps, as one item: read once, and answered at once after `opened`. */
export function openStorage(outer: AsyncStorage, clock: Clock): KeyValueStorage & { opened: Promise<void> } {
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
