import { writable } from '../core/lib/readable.ts'
import { atMost } from '../core/lib/waits.ts'
import { idsIn, isIgnored, nextRecord } from '../core/ports/eventChange.ts'
import type { Change, EventRecord, EventStore, OpenedEventStore, Storable } from '../core/ports/eventStore.ts'
import type { Clock } from '../core/ports/platform.ts'
import { commit, openDatabase, result, type Transaction } from './indexedDb.ts'
import {
  BY_FLAG_SET,
  deleteUnusedFlagSets,
  putFlagSet,
  setIdsIn,
  type Stores,
  withFlagSetId,
  withFlagSets,
} from './storedFlagSets.ts'

const EVENTS = 'events'
const FLAG_SETS = 'flagSets'
const BY_TASK = 'todo'

/** The location of the store. */
export interface EventStoreName {
  prefix: string
  appName: string
}

type ChangesOfOne = readonly [id: string, changes: readonly Change<Storable>[]]

/** Rejects when IndexedDB cannot be opened. The methods of the store reject when IndexedDB refuses an operation. */
export async function indexedDbEventStore<Event extends Storable>({
  prefix,
  appName,
}: EventStoreName): Promise<EventStore<Event>> {
  const database = await openDatabase(`${prefix}events:${appName}`, {
    version: 3,
    create(opened) {
      const events = opened.createObjectStore(EVENTS, { keyPath: 'event.id' })
      events.createIndex(BY_TASK, BY_TASK, { multiEntry: true })
      events.createIndex(BY_FLAG_SET, BY_FLAG_SET)
      opened.createObjectStore(FLAG_SETS, { keyPath: 'id' })
    },
  })

  const kept: Stores['kept'] = new Map()

  const transact = <Answer>(
    action: (stores: Stores) => Promise<Answer>,
    how: Pick<Transaction<Answer>, 'mode' | 'isCommitted'>,
  ) =>
    database.transact({
      stores: [EVENTS, FLAG_SETS],
      ...how,
      async action(transaction) {
        const [events, flagSets] = [transaction.objectStore(EVENTS), transaction.objectStore(FLAG_SETS)]
        const answer = await action({ events, flagSets, kept })
        if (how.mode === 'readwrite') commit(transaction)
        return answer
      },
    })

  const read = (question: (events: IDBObjectStore) => IDBRequest<{ event: unknown }[]>) =>
    transact(async (stores) => withFlagSets<Event>(stores, await result(question(stores.events))), {
      mode: 'readonly',
    })

  /**
   * Events that are only added can be written without reading first, as the page may be about to end: `isCommitted`. With large flags,
   * which take milliseconds to write, it is looked first whether they are stored.
   */
  const write = async (byId: readonly ChangesOfOne[], isAdding = false, isOnlyCopy = false) => {
    const isCommitted = isAdding && (isOnlyCopy || kept.size === 0)
    return byId.length > 0
      ? transact((stores) => writeNow(stores, byId, { isAdding, isCommitted }), {
          mode: 'readwrite',
          isCommitted,
        })
      : []
  }

  // A page that crashed, and earlier versions, may have left sets of flags without events.
  await transact(async (stores) => deleteUnusedFlagSets(stores, await result(stores.flagSets.getAllKeys())), {
    mode: 'readwrite',
  }).catch(() => {})
  return {
    async change(changes, isOnlyCopy) {
      const byId = [...changesById(changes)]
      const added = byId.filter(isAdded)
      // Adding an id that is already stored aborts the whole transaction. This is rare, for example after a page that
      // was cut off.
      const [, ignored] = await Promise.all([
        write(added, true, isOnlyCopy).catch(() => write(added)),
        write(byId.filter((changesOfOne) => !added.includes(changesOfOne))),
      ])
      return { isStored: true, ignored }
    },
    read: (task, limit) =>
      read((events) => events.index(BY_TASK).getAll(task, Number.isFinite(limit) ? limit : undefined)),
    all: () => read((events) => events.getAll()),
    discard: (task, isDamaged) =>
      transact(
        async (stores) => {
          const { events } = stores
          const source = task === undefined ? events : events.index(BY_TASK)
          const [keys, stored] = await Promise.all([result(source.getAllKeys(task)), result(source.getAll(task))])
          const records = await withFlagSets<Event>(stores, stored)
          const damaged = [...records.keys()].filter((index) => isDamaged(records[index] as EventRecord<Event>))
          for (const index of damaged) events.delete(keys[index] as IDBValidKey)
          await deleteUnusedFlagSets(stores, setIdsIn(damaged.map((index) => stored[index])))
          return damaged.length
        },
        { mode: 'readwrite' },
      ),
  }
}

const isAdded = ([, [first, second]]: ChangesOfOne) => first?.type === 'add' && !second

/** Groups the changes by event. */
function changesById(changes: readonly Change<Storable>[]): Map<string, Change<Storable>[]> {
  const byId = new Map<string, Change<Storable>[]>()
  for (const change of changes) for (const id of idsIn(change)) byId.set(id, [...(byId.get(id) ?? []), change])
  return byId
}

interface Writing {
  /** Nothing is read first. */
  isCommitted: boolean
  /** Each change adds an event. */
  isAdding: boolean
}

/** Writes all changes of one event in one step. Returns the ids of the events whose amendment is ignored. */
async function writeNow(stores: Stores, byId: readonly ChangesOfOne[], { isAdding, isCommitted }: Writing) {
  const { events } = stores
  const put = new Map<string, Promise<void>>()
  const replaced: unknown[] = []
  const ignored = new Set<string>()

  /** Returns the record as it is stored, and stores its set of flags, which another tab may have deleted since. */
  function withStoredSet(record: EventRecord<Storable>): object {
    const { flagSet } = record.event
    if (flagSet?.id && !put.has(flagSet.id)) put.set(flagSet.id, putFlagSet(flagSet, stores, !isCommitted))
    return withFlagSetId(record)
  }

  await Promise.all(
    byId.map(async ([id, changes]) => {
      const [first] = changes
      if (isAdding && first && 'record' in first) return void events.add(withStoredSet(first.record))
      const stored = await result<EventRecord<Storable> | undefined>(events.get(id))
      let next = stored
      for (const change of changes) {
        if (isIgnored(next, change)) ignored.add(id)
        next = nextRecord(next, change)
      }
      if (next) events.put(withStoredSet(next))
      else events.delete(id)
      replaced.push(stored)
    }),
  )
  await Promise.all(put.values())
  if (!isCommitted) await deleteUnusedFlagSets(stores, setIdsIn(replaced))
  return [...ignored]
}

/** How long to wait for the database before continuing without it, in milliseconds. The specification's §9. */
const PERSISTENCE_TIMEOUT_MS = 5_000
/**
 * The time limit is divided into this many turns. A page that is busy or suspended misses one of them, and then finds
 * the answer that has arrived.
 */
const TURNS = 5

const SILENT = {}

/**
 * The store that `open` gives, opened at its first use. It never rejects: when the database refuses a question, the
 * answer is that nothing was stored, or that there are no records. A database that has not answered in time is not asked
 * again before it answers after all.
 */
export function openEventStore<Event extends Storable>(
  open: () => Promise<EventStore<Event>>,
  clock: Clock,
): OpenedEventStore<Event> {
  const answers = writable(true)
  let opening: Promise<EventStore<Event>> | undefined

  function opened() {
    opening ??= open()
    opening.catch(() => answers.set(false))
    return opening
  }

  async function ask<Answer>(question: (store: EventStore<Event>) => Promise<Answer>, fallback: Answer) {
    if (!answers.get()) return fallback
    let answer: Answer | typeof SILENT = SILENT
    /** It may come after the time limit. */
    function take(given: Answer) {
      answers.set(true)
      return (answer = given)
    }
    const asking = opened()
      .then(question)
      .then(take, () => (answer = fallback))
    for (let turn = 0; turn < TURNS && answer === SILENT; turn += 1)
      await atMost(clock, PERSISTENCE_TIMEOUT_MS / TURNS, asking)
    if (answer !== SILENT) return answer as Answer
    answers.set(false)
    return fallback
  }

  return {
    answers,
    change: (changes, isOnlyCopy) =>
      ask((store) => store.change(changes, isOnlyCopy), { isStored: false, ignored: [] }),
    read: (task, limit) => ask((store) => store.read(task, limit), []),
    all: () => ask((store) => store.all(), []),
    discard: (task, isDamaged) => ask((store) => store.discard(task, isDamaged), 0),
  }
}
