import { isRecord } from '../core/lib/json.ts'
import {
  type Change,
  type EventRecord,
  type EventStore,
  type SharedSet,
  type Storable,
} from '../core/ports/eventStore.ts'
import { idsIn, nextRecord } from '../core/ports/eventChange.ts'
import { commit, type Database, openDatabase, result } from './indexedDb.ts'

const EVENTS = 'events'
const FLAG_SETS = 'flagSets'
const STORES = [EVENTS, FLAG_SETS]
const BY_TASK = 'todo'

/** The location of the store. */
export interface EventStoreName {
  prefix: string
  appName: string
}

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

  const read = (question: (events: IDBObjectStore) => IDBRequest<{ event: unknown }[]>) =>
    database.transact({
      stores: STORES,
      mode: 'readonly',
      async action(transaction) {
        const { events, flagSets } = storesOf(transaction)
        return withFlagSets<Event>(flagSets, await result(question(events)))
      },
    })

  return {
    async change(changes) {
      if (changes.length === 0) return 'durable'
      // Adding an id that is already stored aborts the whole transaction. This is rare, for example after a page that
      // was cut off.
      await write(database, changes, isPlain).catch(() => write(database, changes, () => false))
      if (changes.some(({ type }) => type === 'remove' || type === 'done')) void cleanUp(database)
      return 'durable'
    },
    read: (task, limit) =>
      read((events) => events.index(BY_TASK).getAll(task, Number.isFinite(limit) ? limit : undefined)),
    counts: () =>
      database.transact({
        stores: STORES,
        mode: 'readonly',
        action: (transaction) => countTasks(storesOf(transaction).events.index(BY_TASK)),
      }),
    all: () => read((events) => events.getAll()),
  }
}

const storesOf = (transaction: IDBTransaction): Stores => ({
  events: transaction.objectStore(EVENTS),
  flagSets: transaction.objectStore(FLAG_SETS),
})

/** Whether a change can be written without first reading what is stored. */
const isPlain = (change: Change<Storable>) =>
  change.type === 'add' || change.type === 'remove' || (change.type === 'done' && change.isLast === true)

/**
 * Writes all changes of one event in one step. Nothing is read when all changes are plain, so that the commit need not
 * wait.
 */
function write(database: Database, changes: readonly Change<Storable>[], isWrittenPlainly: typeof isPlain) {
  const byId = [...changesById(changes)]
  const isAsked = ([first, ...others]: readonly Change<Storable>[]) =>
    !first || others.length > 0 || !isWrittenPlainly(first)
  return database.transact({
    stores: STORES,
    mode: 'readwrite',
    isCommitted: !byId.some(([, own]) => isAsked(own)),
    async action(transaction) {
      const { events, flagSets } = storesOf(transaction)
      putFlagSets({ events, flagSets }, changes)
      const writes = byId.map(async ([id, own]) => {
        const [first] = own
        if (isAsked(own)) return replace(events, await result(events.get(id)), own)
        if (first && 'record' in first) events.add(first.record)
        else events.delete(id)
      })
      await Promise.all(writes)
      commit(transaction)
    },
  })
}

function replace(
  events: IDBObjectStore,
  found: EventRecord<Storable> | undefined,
  changes: readonly Change<Storable>[],
): void {
  const next = changes.reduce(nextRecord, found)
  if (next) events.put(next)
  else if (found) events.delete(found.event.id)
}

/**
 * Deletes unused sets of flags. It runs in a transaction of its own, so that the change that made them unused reaches
 * the disk sooner.
 */
const cleanUp = (database: Database) =>
  database
    .transact({
      stores: STORES,
      mode: 'readwrite',
      async action(transaction) {
        await deleteUnusedFlagSets(storesOf(transaction))
        commit(transaction)
      },
    })
    .catch(() => {})

/** Groups the changes by event, in the form in which they are stored. */
function changesById(changes: readonly Change<Storable>[]): Map<string, Change<Storable>[]> {
  const byId = new Map<string, Change<Storable>[]>()
  for (const change of changes) {
    const stored = 'record' in change ? { ...change, record: withFlagSetId(change.record) } : change
    for (const id of idsIn(change)) byId.set(id, [...(byId.get(id) ?? []), stored])
  }
  return byId
}

async function countTasks(index: IDBIndex): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  // WebKit rejects a cursor over an index that has never had an entry.
  if ((await result(index.count())) === 0) return counts
  const tasks: string[] = []
  await new Promise<void>((resolve, reject) => {
    const request = index.openKeyCursor(null, 'nextunique')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      if (!request.result) return resolve()
      tasks.push(String(request.result.key))
      request.result.continue()
    }
  })
  await Promise.all(tasks.map(async (task) => void (counts[task] = await result(index.count(task)))))
  return counts
}

/** The index of the events by the id of their set of flags. */
const BY_FLAG_SET = 'event.flagSet'

export interface Stores {
  events: IDBObjectStore
  flagSets: IDBObjectStore
}

/**
 * Each transaction stores the sets of flags that its events refer to: another tab may have deleted them since the last
 * transaction.
 */
function putFlagSets({ flagSets }: Stores, changes: readonly Change<Storable>[]): void {
  const sets = changes.flatMap((change) => ('record' in change ? (change.record.event.flagSet ?? []) : []))
  for (const set of new Map(sets.map((one) => [one.id, one])).values()) flagSets.put(set)
}

/** Returns a record as it is stored: with the id of its set of flags in place of the set. */
function withFlagSetId<Event extends Storable>({ event, ...rest }: EventRecord<Event>): EventRecord<Event> {
  const stored = event.flagSet ? { ...event, flagSet: event.flagSet.id } : event
  return { ...rest, event: stored as Event }
}

/** Deletes the sets of flags that no event refers to. */
async function deleteUnusedFlagSets({ events, flagSets }: Stores): Promise<void> {
  const ids = await result(flagSets.getAllKeys())
  await Promise.all(
    ids.map(async (id) => {
      const user = await result(events.index(BY_FLAG_SET).getKey(id))
      if (user === undefined) flagSets.delete(id)
    }),
  )
}

/**
 * Returns stored records with their sets of flags in place of the ids. Damage may have left any value in place of a
 * record or of an id.
 */
async function withFlagSets<Event extends Storable>(
  flagSets: IDBObjectStore,
  stored: readonly { event: unknown }[],
): Promise<EventRecord<Event>[]> {
  const idOf = ({ event }: { event: unknown }) => isRecord(event) && event['flagSet']
  const ids = [...new Set(stored.map(idOf))].filter((id) => typeof id === 'string')
  const found = await Promise.all(ids.map((id) => result<SharedSet | undefined>(flagSets.get(id))))
  const sets = new Map(ids.map((id, index) => [id, found[index]]))
  return stored.map((record) => {
    const id = idOf(record)
    if (typeof id !== 'string') return record as EventRecord<Event>
    const { flagSet: _, ...event } = record.event as Record<string, unknown>
    const flagSet = sets.get(id)
    return { ...record, event: flagSet ? { ...event, flagSet } : event } as unknown as EventRecord<Event>
  })
}
