import { isRecord, parseRecord } from '../../core/lib/json.ts'
import type { Clock, KeyValueStorage } from '../../core/ports/platform.ts'
import { LARGE, type OwnCopies } from './ownCopies.ts'
import { isFlagSet, isNewer, isStoredRecord, type QueuedChange } from './storedRecord.ts'

/**
 * Keeps changes in small, synchronous storage until the store has confirmed them. If a page crashes, or is left, right
 * after `track`, its transaction may never happen.
 */
export interface LocalCopies {
  /** Removes all changes of an event for which no task is left. */
  forgetEvent(id: string): void
  /** Removes the flags that no change needs, as the page may end. */
  tidy(): void
  /** Puts a change as the page does before this is loaded. An addition that another page has recovered is not put again. */
  put: OwnCopies['put']
  /** Removes the additions and amendments of events that the store has, whichever page has put them here. */
  confirm(ids: readonly string[]): void
  /**
   * Whether another page has recovered the addition of this event and has stored it: the addition is gone, and that page
   * has left a mark. Without the mark the application has cleared the storage, and no page has the event.
   */
  isRecovered(id: string): boolean
  /** Whether this page has a copy of the addition of the event. */
  hasAddition(id: string): boolean
  /** Says that a task is done, or not done, for these events. It holds until the store has confirmed it. */
  mark(task: string, ids: readonly string[], isDone: boolean): void
  /** Whether the task is done for the event, in this page or in another one, even if the store does not know it yet. */
  isDone(task: string, id: string): boolean
  /**
   * Returns the changes that other pages have left. Of one event, the addition comes first and the completed tasks come
   * last. Many of them are read in slices, between which the page can do other things.
   */
  recover(): Promise<QueuedChange[]>
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** How many keys are read in one task. */
const SLICE = 500

interface Needs {
  clock: Pick<Clock, 'after'>
  storage: KeyValueStorage
  /** Called with the number of keys that held no valid change. Those keys are removed. */
  onUnreadable(count: number): void
  /** Returns whether the page with this id has ended; undefined if that is not known. Absent: it has. */
  hasEnded?(page: string): Promise<boolean | undefined>
}

/**
 * Also recovers the changes that other pages have left. The flags of a page that crashed are removed by the page after
 * the one that recovers its changes.
 *
 * @param ownCopies what this page has put here already
 */
export function createLocalCopies(
  ownCopies: OwnCopies,
  { clock, storage, onUnreadable, hasEnded }: Needs,
): LocalCopies {
  const { page, prefix, setPrefix, own, sets, keyOf } = ownCopies
  const recoveredKey = `recovered:${ownCopies.store}`
  const doneKey = (task: string, id: string) => keyOf(id, 'done', task)

  function remove(key: string) {
    ownCopies.remove(key)
    removeUnused()
  }

  /** The latest large flags stay until the page may end, for its next event. What has found no room is tried again. */
  function removeUnused(isEnding = false) {
    let kept = ''
    for (const [key, size] of sets) if (size > LARGE && !isEnding) kept = key
    for (const [key, size] of sets) {
      if (size > 0 && (own.size > 0 || key === kept)) continue
      sets.delete(key)
      storage.remove(key)
    }
  }

  /**
   * Reads the change that is stored under this key. Returns undefined for a key of another application or of a newer version, and null for no valid change.
   *
   * @param shared what several changes share under this key
   */
  function read(
    key: string,
    shared: (key: string) => object | undefined,
  ): { change: QueuedChange; setKeys?: readonly unknown[] } | null | undefined {
    // Another application's name may begin with this application's name and a colon. Ids and types contain no colon, so
    // its keys do not match here.
    const [id = '', type, ...rest] = key.slice(prefix.length).split(':')
    if (type === 'done') return { change: { type, task: rest.join(':'), ids: [id] } }
    if ((type !== 'add' && type !== 'amend' && type !== 'allow') || rest.length > 0) return undefined
    const { event, by, form, ...others } = parseRecord(storage.get(key))
    if (isNewer({ form })) return undefined
    const { flagSet: setName, moment: momentName, ...fields } = isRecord(event) ? event : {}
    const owner = [by, fields['page']].find(isText)
    const setKeys = [setName, momentName].map((name) => (isText(name) ? `${setPrefix}${owner}:${name}` : ''))
    const [flagSet, moment] = setKeys.map(shared)
    const record = {
      ...others,
      event: { ...fields, id, ...(isFlagSet(flagSet) && { flagSet }), ...(moment && { moment }) },
    }
    if (!isStoredRecord(record) || (fields['id'] ?? id) !== id) return null
    return { change: { type, record: record as never }, setKeys }
  }

  /** Reads the changes under these keys, and removes what is not valid. */
  function readAll(keys: readonly string[]) {
    const damaged: string[] = []
    // Read once for all of these changes.
    const known = new Map<string, object>()
    function shared(key: string) {
      const text = key === '' || known.has(key) ? undefined : storage.get(key)
      if (text !== undefined) known.set(key, parseRecord(text))
      return known.get(key)
    }
    const found = keys.flatMap((key) => {
      const stored = read(key, shared)
      if (stored) own.add(key)
      if (stored === null) damaged.push(key)
      return stored ?? []
    })
    damaged.forEach(storage.remove)
    if (damaged.length > 0) onUnreadable(damaged.length)
    return found
  }

  /** A page that is open refers to the flags that it has stored in each event that follows. */
  async function removeSet(key: string, ownerPage: string) {
    if ((hasEnded && (await hasEnded(ownerPage))) !== false) storage.remove(key)
  }

  function isRecovered(id: string): boolean {
    const key = keyOf(id, 'add')
    return own.has(key) && storage.get(key) === undefined && storage.get(recoveredKey) !== undefined
  }

  return {
    put: (change) => (change.type === 'add' && isRecovered(change.record.event.id)) || ownCopies.put(change),
    forgetEvent(id) {
      for (const key of [...own]) if (key.startsWith(`${prefix}${id}:`)) remove(key)
    },
    tidy: () => removeUnused(true),
    confirm(ids) {
      for (const id of ids) for (const type of ['add', 'amend', 'allow'] as const) remove(keyOf(id, type))
    },
    isRecovered,
    hasAddition: (id) => own.has(keyOf(id, 'add')),
    mark(task, ids, isDone) {
      for (const id of ids) {
        const key = doneKey(task, id)
        if (!isDone) remove(key)
        else if (storage.set(key, '1')) own.add(key)
      }
    },
    isDone: (task, id) => storage.get(doneKey(task, id)) !== undefined,
    async recover() {
      const keys = storage.keys(prefix).filter((key) => !own.has(key))
      // Sorted, `add`, `allow` and `amend` come before `done`: a task is done only in a record that has it.
      keys.sort()
      const recovered = readAll(keys.slice(0, SLICE))
      for (let start = SLICE; start < keys.length; start += SLICE) {
        await new Promise<void>((resolve) => void clock.after(0, resolve))
        recovered.push(...readAll(keys.slice(start, start + SLICE)))
      }
      if (recovered.length > 0) storage.set(recoveredKey, '1')
      const needed = recovered.flatMap(({ setKeys = [] }) => setKeys)
      for (const key of storage.keys(setPrefix)) {
        const [ownerPage = '', id, ...more] = key.slice(setPrefix.length).split(':')
        const isOurs = id !== undefined && more.length === 0
        if (isOurs && ownerPage !== page && !needed.includes(key)) void removeSet(key, ownerPage)
      }
      return recovered.map(({ change }) => change)
    },
  }
}
