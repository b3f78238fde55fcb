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

  await deleteUnusedFlagSets(database)
  return {
    async change(changes) {
      const byId = [...changesById(changes)]
      const added = byId.filter(isAdded)
      const others = byId.filter((one) => !isAdded(one))
      // Adding an id that is already stored aborts the whole transaction. This is rare, for example after a page that
      // was cut off.
      await Promise.all([write(database, added, true).catch(() => write(database, added)), write(database, others)])
      return true
    },
    read: (task, limit) =>
      read((events) => events.index(BY_TASK).getAll(task, Number.isFinite(limit) ? limit : undefined)),
    all: () => read((events) => events.getAll()),
  }
}

const storesOf = (transaction: IDBTransaction): Stores => ({
  events: transaction.objectStore(EVENTS),
  flagSets: transaction.objectStore(FLAG_SETS),
})

type ChangesOfOne = readonly [id: string, changes: readonly Change<Storable>[]]

const isAdded = ([, [first, second]]: ChangesOfOne) => first?.type === 'add' && !second

/**
 * Writes all changes of one event in one step. Events that are only added can be written without reading first, so that
 * the commit need not wait: the page may be about to end.
 */
async function write(database: Database, byId: readonly ChangesOfOne[], isBlind = false) {
  if (byId.length === 0) return
  await database.transact({
    stores: STORES,
    mode: 'readwrite',
    isCommitted: isBlind,
    async action(transaction) {
      const { events, flagSets } = storesOf(transaction)
      putFlagSets(flagSets, byId)
      await Promise.all(
        byId.map(async ([id, changes]) => {
          const [first] = changes
          if (isBlind && first && 'record' in first) return void events.add(withFlagSetId(first.record))
          const next = changes.reduce(nextRecord, await result<EventRecord<Storable> | undefined>(events.get(id)))
          if (next) events.put(withFlagSetId(next))
          else events.delete(id)
        }),
      )
      commit(transaction)
    },
  })
}

/** Groups the changes by event. */
function changesById(changes: readonly Change<Storable>[]): Map<string, Change<Storable>[]> {
  const byId = new Map<string, Change<Storable>[]>()
  for (const change of changes) {
    for (const id of idsIn(change)) byId.set(id, [...(byId.get(id) ?? []), change])
  }
  return byId
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
function putFlagSets(flagSets: IDBObjectStore, byId: readonly ChangesOfOne[]): void {
  const changes = byId.flatMap(([, own]) => own)
  const sets = changes.flatMap((change) => ('record' in change ? (change.record.event.flagSet ?? []) : []))
  for (const set of new Map(sets.map((one) => [one.id, one])).values()) flagSets.put(set)
}

/** Returns a record as it is stored: with the id of its set of flags in place of the set. */
function withFlagSetId<Event extends Storable>({ event, ...rest }: EventRecord<Event>): EventRecord<Event> {
  const stored = event.flagSet?.id ? { ...event, flagSet: event.flagSet.id } : event // a stored record has the id already
  return { ...rest, event: stored as Event }
}

/** Deletes the sets of flags that no event refers to. Other pages have left them. */
const deleteUnusedFlagSets = (database: Database) =>
  database.transact({
    stores: STORES,
    mode: 'readwrite',
    async action(transaction) {
      const { events, flagSets } = storesOf(transaction)
      const ids = await result(flagSets.getAllKeys())
      const users = await Promise.all(ids.map((id) => result(events.index(BY_FLAG_SET).getKey(id))))
      for (const [index, id] of ids.entries()) if (users[index] === undefined) flagSets.delete(id)
      commit(transaction)
    },
  })

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
