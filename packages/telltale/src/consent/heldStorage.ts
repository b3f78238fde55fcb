import { isRecord, parseRecord } from '../core/lib/json.ts'
import type { KeyValueStorage, Permits } from '../core/ports/platform.ts'
import { usedFor } from './uses.ts'

export interface HeldStorage {
  readonly storage: KeyValueStorage
  /** Stores what has been allowed since, and removes what is denied. */
  settle(): void
  /** What was held was that of another user. */
  forget(): void
}

interface Needs {
  permits: Permits
  space: string
  /** The names of the destinations, of which one at least must be allowed before events are stored. */
  destinations: readonly string[]
}

/**
 * The storage of a browser, in front of which a page keeps in its memory what may not be on the device. The layer finds there what it has put. While it is
 * not known yet whose page this is, the page reads what the browser has, and stores nothing.
 */
export function holdStorage(device: KeyValueStorage, { permits, space, destinations }: Needs): HeldStorage {
  /** With the value that the browser had, as far as the page could see. */
  const held = new Map<string, { readonly value: string; readonly before: string | undefined }>()

  const isGranted = (use: string) => permits.of(use) === 'granted'

  /** @param value is looked at if only some destinations are allowed: those of the event decide */
  function mayKeep(key: string, value?: string): boolean {
    const use = usedFor(key, space)
    if (use !== 'events') return use === undefined || isGranted(use)
    const allowed = destinations.filter(isGranted)
    if (value === undefined || allowed.length === 0 || allowed.length === destinations.length) return allowed.length > 0
    const { todo, event } = parseRecord(value)
    const names: unknown[] = [todo, isRecord(event) && event['destinations']].flat()
    // What is no event is shared by events.
    return todo === undefined || names.some((name) => allowed.includes(String(name)))
  }

  const isVisible = (key: string) => mayKeep(key) || permits.holder() === undefined

  const storage: KeyValueStorage = {
    ...device,
    get: (key) => held.get(key)?.value ?? (isVisible(key) ? device.get(key) : undefined),
    set(key, value) {
      const isKept = mayKeep(key, value)
      if (!isKept) held.set(key, { value, before: isVisible(key) ? device.get(key) : undefined })
      return !isKept || (held.delete(key), device.set(key, value))
    },
    remove(key) {
      held.delete(key)
      device.remove(key)
    },
    keys: (start) => [
      ...[...held.keys()].filter((key) => key.startsWith(start)),
      ...device.keys(start).filter((key) => !held.has(key) && isVisible(key)),
    ],
  }

  return {
    storage,
    settle() {
      for (const [key, { value, before }] of held) {
        if (!mayKeep(key, value)) continue
        held.delete(key)
        // What another tab has stored meanwhile stays.
        if (device.get(key) === before) device.set(key, value)
      }
      const isDenied = (use: string) => permits.of(use) === 'denied'
      const denied = device.keys('').filter((key) => {
        const use = usedFor(key, space)
        return use === 'events' ? destinations.every(isDenied) : use !== undefined && isDenied(use)
      })
      const kept = denied.filter(isOfAnother)
      for (const key of denied)
        if (!kept.includes(key) && (kept.length === 0 || !key.startsWith('flagset:'))) device.remove(key)
    },
    forget: held.clear.bind(held),
  }

  /** An event that another person has allowed waits for that person. */
  function isOfAnother(key: string) {
    const { event } = key.startsWith('unwritten:') ? parseRecord(device.get(key)) : {}
    const owner = isRecord(event) && isRecord(event['identity']) ? event['identity']['id'] : undefined
    return owner !== undefined && owner !== permits.holder()
  }
}
