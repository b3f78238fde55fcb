import { writeJson } from '../core/lib/json.ts'
import { attempt } from '../core/lib/attempt.ts'
import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { FlagSet } from '../core/model/event.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import type { EventReports } from './reports.ts'
import type { QueuedChange, QueuedRecord, RecordChange } from './storedRecord.ts'

/** What this page knows about an event, and the store may not know yet. */
export interface LiveRecord {
  /** The latest version that this page has put, taken up or read. */
  readonly version: QueuedRecord
  /** The same, with the tasks that are left. */
  record: QueuedRecord
  /** Whether this page has added or amended it. An exit leaves the events of other pages to the store, which may have older ones. */
  readonly isPut: boolean
  /** Whether the store has this version. */
  isStored: boolean
  /** How long a draft has waited on this page, in milliseconds: at least this long, whatever the clock says. */
  waitedMs?: number | undefined
}

/**
 * The latest events of a page, before the outbox is loaded and after. The recorder completes the drafts in it, and the
 * outbox writes the changes to the store.
 */
export interface LiveRecords {
  /** The records by the ids of their events, in the order in which they came. */
  readonly byId: Map<string, LiveRecord>
  /** The changes that the store does not have, in order, and whether their transaction has started. */
  readonly unwritten: Map<QueuedChange, boolean>
  /** Adds a new event. */
  add(record: QueuedRecord): void
  /** Replaces a record whose tasks still include `pending`. */
  amend(record: QueuedRecord): void
  /** Calls the listener in `add` and `amend`. The outbox is the first listener. */
  onPut(listener: () => void): Unsubscribe
  /** How many events were given up before the outbox was there. What counts drops is loaded with it. */
  givenUp(): number
}

/** How many changes of a page may wait for the outbox. Beyond this, a tenth of them is given up, the oldest first. */
const MAX_CHANGES = 10_000

/** A set of flags with more characters than this that found no room is not written again with each event. */
const LARGE = 9_999

/** Each record is also written synchronously to `localStorage`, so that it survives the end of the page. */
export function createLiveRecords(early: EarlyChanges, reports: EventReports): LiveRecords {
  const byId = new Map<string, LiveRecord>()
  const unwritten = new Map<QueuedChange, boolean>()
  const puts = createListeners<[]>()
  let givenUp = 0

  function put(type: 'add' | 'amend', record: QueuedRecord) {
    const { id } = record.event
    const change = { type, record }
    // Without a spread: this is part of the cost of `track`.
    byId.set(id, { version: record, record, isPut: true, isStored: false, waitedMs: byId.get(id)?.waitedMs })
    unwritten.set(change, false)
    early.put(change) // without room, the record is in memory only; the outbox counts it
    if (puts.size > 0) puts.notify()
    else if (unwritten.size > MAX_CHANGES) giveUp([...unwritten.keys()].slice(0, MAX_CHANGES / 10) as RecordChange[])
  }

  function giveUp(changes: readonly RecordChange[]) {
    for (const change of changes) unwritten.delete(change)
    const lost = changes.flatMap(({ record: { event } }) => (byId.delete(event.id) ? event : []))
    for (const { id } of lost) early.forgetEvent(id)
    givenUp += lost.length
    reports.problem(
      'outbox',
      `more than ${MAX_CHANGES} events wait for a file of Telltale: the oldest are given up (T70)`,
    )
    for (const event of lost) reports.progress('dropped', event, { destination: 'outbox', reason: 'over-budget' })
  }

  return {
    byId,
    unwritten,
    // An event that no destination wants is not kept.
    add: (record) => record.todo.length > 0 && put('add', record),
    amend: (record) => put('amend', record),
    onPut: puts.add,
    givenUp: () => givenUp,
  }
}

/** Keeps the records of this page in `localStorage`. This is the part that a page needs before its outbox is loaded. */
export interface EarlyChanges {
  /** Identifies this page. */
  readonly page: string
  /** The name of the event store. */
  readonly store: string
  readonly prefix: string
  readonly setPrefix: string
  /** The keys of the changes that this page has put here or taken up. */
  readonly own: Set<string>
  keyOf(id: string, type: QueuedChange['type'], task?: string): string
  /** Returns false when this storage has no room for the change either. */
  put(change: RecordChange): boolean
  remove(key: string): void
  /** Removes all changes of an event for which no task is left. */
  forgetEvent(id: string): void
}

interface Needs {
  storage: KeyValueStorage
  /** The name of the event store. */
  store: string
  /** Identifies this page. */
  page: string
}

/**
 * Each change of each event has its own key: two tabs that write one array under one key would lose changes. Flags that
 * several changes share are stored once, under a key of this page, as long as a change of this page is stored.
 */
export function createEarlyChanges({ storage, store, page }: Needs): EarlyChanges {
  const prefix = `unconfirmed:${store}:`
  const setPrefix = `flagset:${store}:`
  const own = new Set<string>()
  /** The sets of flags of this page's changes, by key, and whether they are stored. */
  const sets = new Map<string, boolean>()

  const keyOf = (id: string, ...change: string[]) => prefix + [id, ...change].join(':')

  /** The latest value. */
  let latest = ''

  /**
   * Stores the set once and returns its key. Returns undefined when there is no room for it. To write large flags takes
   * milliseconds of `track`, so this is not tried again before something has been removed.
   */
  function setKeyFor(flagSet: FlagSet): string | undefined {
    const setKey = `${setPrefix}${page}:${flagSet.id}`
    const isStored = sets.get(setKey) ?? set(setKey, flagSet)
    if (isStored || latest.length > LARGE) sets.set(setKey, isStored)
    return isStored ? setKey : undefined
  }

  /** Also returns false for a value that is nested too deeply to be written as JSON. */
  function set(key: string, value: object): boolean {
    return attempt(() => storage.set(key, (latest = writeJson(value)))) ?? false
  }

  function put(change: RecordChange): boolean {
    const { event, ...record } = change.record
    const key = keyOf(event.id, change.type)
    const flagSet = event.flagSet && setKeyFor(event.flagSet)
    const hasRoom = !event.flagSet === !flagSet
    const isStored = hasRoom && set(key, { ...record, event: { ...event, flagSet } })
    if (isStored) own.add(key)
    return isStored
  }

  function remove(key: string) {
    own.delete(key)
    storage.remove(key)
    for (const [setKey, isStored] of sets) {
      if (isStored && own.size > 0) continue
      sets.delete(setKey)
      storage.remove(setKey)
    }
  }

  return {
    page,
    store,
    prefix,
    setPrefix,
    own,
    keyOf,
    put,
    remove,
    forgetEvent(id) {
      for (const key of [...own]) if (key.startsWith(`${prefix}${id}:`)) remove(key)
    },
  }
}
