import { attempt } from '../../core/lib/attempt.ts'
import { writeJson } from '../../core/lib/json.ts'
import type { FlagSet, Moment } from '../../core/model/event.ts'
import { FORM } from '../../core/ports/eventStore.ts'
import type { KeyValueStorage } from '../../core/ports/platform.ts'
import type { QueuedChange, RecordChange } from './storedRecord.ts'

/** Keeps the records of this page in `localStorage`. This is the part that a page needs before its outbox is loaded. */
export interface OwnCopies {
  /** Identifies this page. */
  readonly page: string
  /** The name of the event store. */
  readonly store: string
  readonly prefix: string
  readonly setPrefix: string
  /** The keys of the changes that this page has put here or recovered. */
  readonly own: Set<string>
  /** What the changes of this page share, by key: its size in characters, or 0 if there is no room for it. */
  readonly sets: Map<string, number>
  keyOf(id: string, type: QueuedChange['type'], task?: string): string
  /** Returns false when this storage has no room for the change either. */
  put(change: RecordChange): boolean
  remove(key: string): void
}

interface Needs {
  storage: KeyValueStorage
  /** The name of the event store. */
  store: string
  /** Identifies this page. */
  page: string
}

/**
 * A set of flags with more characters than this is not written again with each event: to write it takes milliseconds of `track`. It
 * stays after the last event that has it, and is not tried again while there is no room for it.
 */
export const LARGE = 9_999

/**
 * Each change of each event has its own key: two tabs that write one array under one key would lose changes. Flags and moments that
 * several changes share are stored once, under a key of this page, as long as a change of this page is stored. The latest large flags
 * stay until the page may end: the next event needs them.
 */
export function createOwnCopies({ storage, store, page }: Needs): OwnCopies {
  const prefix = `unwritten:${store}:`
  const setPrefix = `flagset:${store}:`
  const own = new Set<string>()
  const sets = new Map<string, number>()
  /** The names of the moments of this page's events. */
  const moments = new Map<Moment, string>()

  const keyOf = (id: string, ...change: string[]) => prefix + [id, ...change].join(':')

  /** The latest value. */
  let latest = ''

  /** Stores what is shared once, and returns whether it is stored. */
  function share(name: string, shared: FlagSet | Moment): boolean {
    const setKey = `${setPrefix}${page}:${name}`
    let size = sets.get(setKey)
    // The application may have cleared the storage since the last change.
    if (size === undefined || (size > 0 && own.size < 1 && !storage.keys(setKey)[0])) {
      size = set(setKey, shared) ? latest.length : 0
      if (size > 0 || latest.length > LARGE) sets.set(setKey, size)
    }
    return size > 0
  }

  /** Also returns false for a value that is nested too deeply to be written as JSON. */
  function set(key: string, value: object): boolean {
    return attempt(() => storage.set(key, (latest = writeJson(value)))) ?? false
  }

  function nameOf(moment: Moment): string {
    const name = moments.get(moment) ?? `${moments.size}`
    moments.set(moment, name)
    return name
  }

  function put(change: RecordChange): boolean {
    const { event, ...record } = change.record
    const { id, flagSet, moment } = event
    const key = keyOf(id, change.type)
    const name = moment && nameOf(moment)
    const hasRoom = (!flagSet || share(flagSet.id, flagSet)) && (!moment || share(name as string, moment))
    // The key says which event it is, and the event which page has stored what it shares, unless another page amends it.
    const by = event.page === page ? undefined : page
    const stored = { ...event, id: undefined, flagSet: flagSet?.id, moment: name }
    const isStored = hasRoom && set(key, { ...record, form: FORM, by, event: stored })
    if (isStored) own.add(key)
    return isStored
  }

  function remove(key: string) {
    own.delete(key)
    storage.remove(key)
  }

  return {
    page,
    store,
    prefix,
    setPrefix,
    own,
    sets,
    keyOf,
    put,
    remove,
  }
}
