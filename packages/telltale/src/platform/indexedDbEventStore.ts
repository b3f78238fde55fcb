import {
  idsIn,
  nextRecord,
  type Change,
  type EventRecord,
  type EventStore,
  type Storable,
} from '../core/ports/eventStore.ts'
import { commit, openDatabase, result, type Database } from './indexedDb.ts'
import { moveFormerStores, takeUpFormerChanges, VERSION_WITH_RECORDS } from './formerStores.ts'
import {
  BY_FLAG_SET,
  deleteUnusedFlagSets,
  putFlagSets,
  withFlagSetId,
  withFlagSets,
  type Stores,
} from './storedFlagSets.ts'

const EVENTS = 'events'
const FLAG_SETS = 'flagSets'
const STORES = [EVENTS, FLAG_SETS]
const BY_TASK = 'todo'

/** Where the store is, and who gets what a former version of it has. */
export interface EventStoreName {
  prefix: string
  appName: string
  destinations: readonly string[]
}

/** Opening it rejects where IndexedDB cannot be opened, and what it is asked rejects where IndexedDB refuses. */
export async function indexedDbEventStore<Event extends Storable>(name: EventStoreName): Promise<EventStore<Event>> {
  let isUpgraded = false
  const database = await openDatabase(`${name.prefix}events:${name.appName}`, {
    version: VERSION_WITH_RECORDS,
    upgrade(opened, transaction, from) {
      const events = opened.createObjectStore(EVENTS, { keyPath: 'event.id' })
      events.createIndex(BY_TASK, BY_TASK, { multiEntry: true })
      events.createIndex(BY_FLAG_SET, BY_FLAG_SET)
      if (from < 2) opened.createObjectStore(FLAG_SETS, { keyPath: 'id' })
      isUpgraded = from > 0
      if (isUpgraded) moveFormerStores(opened, transaction, { events, destinations: name.destinations })
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

  const store: EventStore<Event> = {
    async change(changes) {
      if (changes.length === 0) return 'durable'
      // An id that is stored already ends the whole transaction: rare, as after a page that was cut off.
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
  // A database that is full keeps them where they are.
  await takeUpFormerChanges(store as EventStore<never>, { ...name, isUpgraded }).catch(() => {})
  return store
}

const storesOf = (transaction: IDBTransaction): Stores => ({
  events: transaction.objectStore(EVENTS),
  flagSets: transaction.objectStore(FLAG_SETS),
})

/** What is written without asking first what is stored. */
const isPlain = (change: Change<Storable>) =>
  change.type === 'add' || change.type === 'remove' || (change.type === 'done' && change.isLast === true)

/** Writes all changes of one event in one step. Nothing is asked where all are plain, so that the commit need not wait. */
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
      const asked = byId.map(async ([id, own]) => {
        const [first] = own
        if (isAsked(own)) return replace(events, await result(events.get(id)), own)
        if (first && 'record' in first) events.add(first.record)
        else events.delete(id)
      })
      await Promise.all(asked)
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

/** Apart from the change that has made sets of flags unused, which is on its way to the disk sooner. */
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

/** The changes of each event, as they are stored. */
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
