import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseRecord } from '../core/lib/parseRecord.ts'
import type { FlagSet } from '../core/model/event.ts'
import { idsIn } from '../core/ports/eventStore.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { isFlagSet, isStoredRecord, type QueuedChange } from './storedRecord.ts'

/**
 * Changes in small, synchronous storage, for as long as the store has not confirmed them: the transaction of a page that crashes, or is left,
 * right after `track` may never happen.
 */
export interface UnconfirmedChanges {
  /** False when there is no room for it here either. */
  put(change: QueuedChange): boolean
  /** The store has confirmed it, or it did not happen. */
  forget(change: QueuedChange): void
  /** Nothing is left to do for the event. */
  forgetEvent(id: string): void
  /** The store has these events: whichever page has added them, another one must not add them again once they are delivered. */
  confirm(ids: readonly string[]): void
  /** Whether an addition of the event is not confirmed. */
  hasAddition(id: string): boolean
  /** Whether this is done for the event, here or in another page, although the store may not know it yet. */
  isDone(task: string, id: string): boolean
  /** What other pages than this one have left: of one event, its addition comes first and what is done for it last. */
  takeUp(): QueuedChange[]
}

interface Needs {
  storage: KeyValueStorage
  appName: string
  /** Identifies this page. */
  page: string
  /** So many keys held no change. They are removed. */
  onUnreadable(count: number): void
}

/**
 * One key for each change of each event: an array under one key would be lost between two tabs. The flags that several changes share are
 * stored once, under a key of this page, for as long as one of its changes needs them. Those of a page that crashed are
 * removed by the page after the one that takes up its changes.
 */
export function createUnconfirmedChanges({ storage, appName, page, onUnreadable }: Needs): UnconfirmedChanges {
  const prefix = `unconfirmed:${appName}:`
  const setPrefix = `flagset:${appName}:`
  /** What this page has put here or taken up, by its key. */
  const own = new Map<string, QueuedChange>()
  /** The keys of this page's changes that need a set of flags, by the key of the set. */
  const users = new Map<string, Set<string>>()

  const keyOf = (id: string, change: Pick<QueuedChange, 'type'> & { task?: string }) =>
    `${prefix}${id}:${change.type}${change.task === undefined ? '' : `:${change.task}`}`
  const keysOf = (change: QueuedChange) => idsIn(change).map((id) => keyOf(id, change))

  /** Stores the set once, and returns its key. Undefined when there is no room for it. */
  function setKeyFor(flagSet: FlagSet, key: string): string | undefined {
    const setKey = `${setPrefix}${page}:${flagSet.id}`
    const known = users.get(setKey)
    if (!known && !set(setKey, flagSet)) return undefined
    users.set(setKey, (known ?? new Set()).add(key))
    return setKey
  }

  /** What is nested too deeply to be written as JSON has no place here either. */
  function set(key: string, value: object): boolean {
    return attempt(() => storage.set(key, JSON.stringify(value))) ?? false
  }

  function putRecord(change: QueuedChange & { type: 'add' | 'amend' }): boolean {
    const { event, ...record } = change.record
    const key = keyOf(event.id, change)
    const wasStored = own.has(key)
    const flagSet = event.flagSet && setKeyFor(event.flagSet, key)
    const hasRoom = !event.flagSet || flagSet !== undefined
    if (hasRoom && set(key, { ...record, event: flagSet ? { ...event, flagSet } : event }))
      return own.set(key, change).size > 0
    // What is stored already stays: it still needs its flags.
    if (!wasStored) releaseSet(key)
    return false
  }

  function remove(key: string) {
    own.delete(key)
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

  /** The change that is stored under this key. */
  function read(key: string): { change: QueuedChange; setKey?: unknown } | undefined {
    // The name of another application may begin like this one's; ids and types contain no colon.
    const [id = '', type, ...rest] = key.slice(prefix.length).split(':')
    if (type === 'done') return { change: { type, task: rest.join(':'), ids: [id] } }
    if ((type !== 'add' && type !== 'amend') || rest.length > 0) return undefined
    const { event, ...others } = parseRecord(storage.get(key))
    const { flagSet: setKey, ...fields } = isRecord(event) ? event : {}
    const flagSet = typeof setKey === 'string' ? parseRecord(storage.get(setKey)) : undefined
    const record = { ...others, event: { ...fields, ...(isFlagSet(flagSet) && { flagSet }) } }
    if (isStoredRecord(record) && fields['id'] === id) return { change: { type, record: record as never }, setKey }
    storage.remove(key)
    onUnreadable(1)
    return undefined
  }

  return {
    put(change) {
      if ('record' in change) return putRecord(change)
      return keysOf(change).every((key) => storage.set(key, '1') && own.set(key, change))
    },
    forget(change) {
      // A later change of the same event may have taken the place of this one.
      for (const key of keysOf(change))
        if (own.has(key) && (change.type === 'done' || own.get(key) === change)) remove(key)
    },
    forgetEvent(id) {
      for (const key of [...own.keys()]) if (key.startsWith(`${prefix}${id}:`)) remove(key)
    },
    confirm(ids) {
      for (const id of ids) for (const type of ['add', 'amend'] as const) remove(keyOf(id, { type }))
    },
    hasAddition: (id) => own.has(keyOf(id, { type: 'add' })),
    isDone: (task, id) => storage.get(keyOf(id, { type: 'done', task })) !== undefined,
    takeUp() {
      const keys = storage.keys(prefix).filter((key) => !own.has(key))
      // `add`, `amend` and `done` are in this order.
      const found = keys.sort().flatMap((key) => {
        const one = read(key)
        if (one) own.set(key, one.change)
        return one ?? []
      })
      const needed = found.map(({ setKey }) => setKey)
      for (const key of storage.keys(setPrefix)) {
        const [ownerPage, id, ...more] = key.slice(setPrefix.length).split(':')
        const isOurs = id !== undefined && more.length === 0
        if (isOurs && ownerPage !== page && !needed.includes(key)) storage.remove(key)
      }
      return found.map(({ change }) => change)
    },
  }
}
