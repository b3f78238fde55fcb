import { attempt } from '../core/lib/attempt.ts'
import type { FlagSet } from '../core/model/event.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import type { EventReports } from './reports.ts'
import type { QueuedChange, QueuedRecord } from './storedRecord.ts'

type RecordChange = QueuedChange & { type: 'add' | 'amend' }

/** Keeps the records of this page in `localStorage`. This is the part that a page needs before its outbox is loaded. */
export interface EarlyChanges {
  /** Identifies this page. */
  readonly page: string
  readonly prefix: string
  readonly setPrefix: string
  readonly takenUpKey: string
  /** The changes that this page has put here or taken up, by key. */
  readonly own: Map<string, QueuedChange>
  keyOf(id: string, change: { type: QueuedChange['type']; task?: string }): string
  /** Returns false when this storage has no room for the change either. */
  put(change: RecordChange): boolean
  remove(key: string): void
  /** Removes all changes of an event for which no task is left. */
  forgetEvent(id: string): void
  /**
   * Whether another page has taken up the addition of this event and has stored it: the addition is gone, and that page
   * has left a mark. Without the mark the application has cleared the storage, and no page has the event.
   */
  isTakenUp(id: string): boolean
}

interface Needs {
  storage: KeyValueStorage
  appName: string
  /** Identifies this page. */
  page: string
}

/**
 * Each change of each event has its own key: two tabs that write one array under one key would lose changes. Flags that
 * several changes share are stored once, under a key of this page, as long as a change of this page is stored.
 */
export function createEarlyChanges({ storage, appName, page }: Needs): EarlyChanges {
  const prefix = `unconfirmed:${appName}:`
  const setPrefix = `flagset:${appName}:`
  const takenUpKey = `takenup:${appName}`
  const own = new Map<string, QueuedChange>()
  /** The sets of flags of this page's changes, by key, and whether they are stored. */
  const sets = new Map<string, boolean>()

  const keyOf = (id: string, change: { type: QueuedChange['type']; task?: string }) =>
    `${prefix}${id}:${change.type}${change.task === undefined ? '' : `:${change.task}`}`

  /**
   * Stores the set once and returns its key. Returns undefined when there is no room for it. To write large flags takes
   * milliseconds of `track`, so this is not tried again before something has been removed.
   */
  function setKeyFor(flagSet: FlagSet): string | undefined {
    const setKey = `${setPrefix}${page}:${flagSet.id}`
    const isStored = sets.get(setKey) ?? set(setKey, flagSet)
    sets.set(setKey, isStored)
    return isStored ? setKey : undefined
  }

  /** Also returns false for a value that is nested too deeply to be written as JSON. */
  function set(key: string, value: object): boolean {
    return attempt(() => storage.set(key, JSON.stringify(value))) ?? false
  }

  function put(change: RecordChange): boolean {
    const { event, ...record } = change.record
    const key = keyOf(event.id, change)
    const flagSet = event.flagSet && setKeyFor(event.flagSet)
    const hasRoom = !event.flagSet || flagSet !== undefined
    const isStored = hasRoom && set(key, { ...record, event: flagSet ? { ...event, flagSet } : event })
    if (isStored) own.set(key, change)
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
    prefix,
    setPrefix,
    takenUpKey,
    own,
    keyOf,
    put,
    remove,
    forgetEvent(id) {
      for (const key of [...own.keys()]) if (key.startsWith(`${prefix}${id}:`)) remove(key)
    },
    isTakenUp(id) {
      const key = keyOf(id, { type: 'add' })
      return own.has(key) && storage.get(key) === undefined && storage.get(takenUpKey) !== undefined
    },
  }
}

/** How many records of a page may wait for the outbox. Beyond this, a tenth of them is given up, the oldest first. */
const MAX_RECORDS = 10_000

type Put = (type: 'add' | 'amend', record: QueuedRecord) => void

/** The records of events, before the outbox is loaded and after. */
export interface EarlyRecords {
  put: Put
  /** Passes on the records that wait, and all that follow. */
  passTo(outbox: { put: Put }): void
}

/** Keeps records in memory and in `localStorage` until the outbox is loaded. The next page finds the latter. */
export function createEarlyRecords(changes: EarlyChanges, reports: EventReports): EarlyRecords {
  const waiting: [type: 'add' | 'amend', record: QueuedRecord][] = []
  let outbox: { put: Put } | undefined

  function giveUp(count: number) {
    const lost = waiting.splice(0, count).flatMap(([type, { event }]) => (type === 'add' ? event : []))
    for (const { id } of lost) changes.forgetEvent(id)
    reports.dropped(lost, {
      where: 'outbox',
      reason: 'over-budget',
      message: `more than ${MAX_RECORDS} events wait for a file of Telltale: the oldest are given up (T70)`,
    })
  }

  return {
    put(type, record) {
      if (type === 'add' && record.todo.length === 0) return // no destination wants the event
      if (outbox) return outbox.put(type, record)
      waiting.push([type, record])
      changes.put({ type, record }) // without room, the record waits in memory only; the outbox counts it
      if (waiting.length > MAX_RECORDS) giveUp(MAX_RECORDS / 10)
    },
    passTo(next) {
      outbox = next
      for (const [type, record] of waiting.splice(0)) {
        // A page that was opened later may have loaded its outbox earlier, and may have delivered the event.
        if (type === 'amend' || !changes.isTakenUp(record.event.id)) next.put(type, record)
      }
    },
  }
}
