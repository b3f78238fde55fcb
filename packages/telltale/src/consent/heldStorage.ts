import { isRecord, parseRecord, writeJson } from '../core/lib/json.ts'
import { PENDING } from '../core/ports/eventStore.ts'
import type { KeyValueStorage, Permits } from '../core/ports/platform.ts'
import { usedFor } from './uses.ts'

export interface HeldStorage {
  readonly storage: KeyValueStorage
  /** Stores what has been allowed since, and removes what is denied. */
  settle(): void
  /** Removes what is denied, and returns whether there was anything. */
  removeDenied(): boolean
  /** What was held was that of another user. */
  forget(): void
}

interface Needs {
  permits: Permits
  space: string
  /** The names of the destinations, of which one at least must be allowed before events are stored. */
  destinations: readonly string[]
}

/** Held by the page: what it has put, and what the browser had when it was put, or has of it now. */
interface Held {
  readonly value: string
  readonly before: string | undefined
}

/** The beginning of the keys of changes of events. */
const CHANGES = 'unwritten:'

/**
 * The storage of a browser, in front of which a page keeps in its memory what may not be on the device. The layer finds there what it has put. While it is
 * not known yet whose page this is, the page reads what the browser has, and stores nothing.
 */
export function holdStorage(device: KeyValueStorage, { permits, space, destinations }: Needs): HeldStorage {
  const held = new Map<string, Held>()
  /** The changes of events that this page has put on the device. */
  const own = new Set<string>()

  const isGranted = (use: string) => permits.of(use) === 'granted'
  const isDenied = (use: string) => permits.of(use) === 'denied'

  /** The part of a value for which these uses stand; `undefined` if there is none. */
  function partOf(key: string, value: string, isFor: (use: string) => boolean): string | undefined {
    const use = usedFor(key, space)
    if (use !== 'events') return use === undefined || isFor(use) ? value : undefined
    const names = destinations.filter(isFor)
    if (names.length === 0) return undefined
    return names.length === destinations.length || !key.startsWith(CHANGES) ? value : changeFor(names, value)
  }

  /** A change of an event with the tasks of these destinations alone. */
  function changeFor(names: readonly string[], value: string): string | undefined {
    const { todo, event, ...rest } = parseRecord(value)
    // A mark of what is done has no tasks.
    if (!Array.isArray(todo) || !isRecord(event)) return value
    const isFor = (task: unknown) => !destinations.includes(String(task)) || names.includes(String(task))
    const { destinations: all = destinations } = event
    const wanted = Array.isArray(all) ? all.filter(isFor) : names
    const tasks = todo.filter(isFor)
    if (tasks.length === 0 || wanted.length === 0) return undefined
    const withheld = destinations.filter((name) => !names.includes(name))
    return writeJson({
      ...rest,
      todo: tasks,
      event: { ...event, destinations: wanted, ...(todo.includes(PENDING) && { withheld }) },
    })
  }

  const isVisible = (key: string) => partOf(key, '', isGranted) !== undefined || permits.holder() === undefined

  /** Puts on the device what it may have, and holds the rest. */
  function put(key: string, value: string, before: string | undefined): boolean {
    const part = partOf(key, value, isGranted)
    if (part === value) held.delete(key)
    else held.set(key, { value, before: part ?? before })
    if (part === undefined) return true
    if (key.startsWith(CHANGES)) own.add(key)
    return device.set(key, part)
  }

  const storage: KeyValueStorage = {
    ...device,
    get: (key) => held.get(key)?.value ?? (isVisible(key) ? device.get(key) : undefined),
    set: (key, value) => put(key, value, isVisible(key) ? device.get(key) : undefined),
    remove(key) {
      held.delete(key)
      own.delete(key)
      device.remove(key)
    },
    keys: (start) => [
      ...[...held.keys()].filter((key) => key.startsWith(start)),
      ...device.keys(start).filter((key) => !held.has(key) && isVisible(key)),
    ],
  }

  /** What this page has put on the device, and the device may not have any more, is in the memory of the page, unless it is denied. */
  function takeBack() {
    for (const key of [...own]) {
      const value = held.get(key)?.value ?? device.get(key)
      own.delete(key)
      if (value === undefined) continue
      const rest = partOf(key, value, (use) => !isDenied(use))
      device.remove(key)
      if (rest === undefined) held.delete(key)
      else put(key, rest, undefined)
    }
  }

  function removeDenied(): boolean {
    // What is left of events while none are allowed is of a destination that is denied now, or of a page that has ended.
    const areEventsOver = !destinations.some(isGranted) && destinations.some(isDenied)
    const denied = device.keys('').filter((key) => {
      const use = usedFor(key, space)
      return use === 'events' ? areEventsOver : use !== undefined && isDenied(use)
    })
    const kept = denied.filter(isOfAnother)
    const removed = denied.filter((key) => !kept.includes(key) && (kept.length === 0 || !key.startsWith('flagset:')))
    for (const key of removed) device.remove(key)
    return removed.length > 0
  }

  return {
    storage,
    removeDenied,
    settle() {
      takeBack()
      for (const [key, { value, before }] of [...held]) {
        // What another tab has stored meanwhile stays.
        if (partOf(key, value, isGranted) !== undefined && device.get(key) !== before) held.delete(key)
        else put(key, value, before)
      }
      removeDenied()
    },
    forget: held.clear.bind(held),
  }

  /** An event that another person has allowed waits for that person. */
  function isOfAnother(key: string) {
    const { event } = key.startsWith('unwritten:') ? parseRecord(device.get(key)) : {}
    const identity = isRecord(event) && isRecord(event['identity']) ? event['identity'] : undefined
    return permits.ownerOf(identity) !== permits.ownerOf()
  }
}
