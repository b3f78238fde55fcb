import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson, parseRecord } from '../core/lib/json.ts'
import { HOLD, refusedBy, type Change, type EventStore } from '../core/ports/eventStore.ts'
import { result } from './indexedDb.ts'
import { webStorage } from './webStorage.ts'

/**
 * Before this version of the database, events were in a log. Each destination read the log from a bookmark of its own.
 */
export const VERSION_WITH_RECORDS = 3

const FORMER_STORES = ['waiting', 'log', 'bookmarks']

interface Upgrade {
  events: IDBObjectStore
  destinations: readonly string[]
}

/** Moves the events of the former stores into records, in the transaction that upgrades the database. */
export function moveFormerStores(database: IDBDatabase, transaction: IDBTransaction, upgrade: Upgrade): void {
  const [waiting, log, bookmarks] = FORMER_STORES.map((name) => transaction.objectStore(name)) as IDBObjectStore[]
  if (waiting && log && bookmarks) {
    move({ waiting, log, bookmarks }, upgrade).then(
      () => FORMER_STORES.forEach((name) => database.deleteObjectStore(name)),
      () => attempt(() => transaction.abort()),
    )
  }
}

type FormerStores = Record<'waiting' | 'log' | 'bookmarks', IDBObjectStore>

async function move({ waiting, log, bookmarks }: FormerStores, { events, destinations }: Upgrade): Promise<void> {
  const [names, positions, ids] = await Promise.all([
    result(bookmarks.getAllKeys()),
    result<unknown[]>(bookmarks.getAll()),
    result(log.getAllKeys()),
  ])
  const readers = new Map(names.map((name, index) => [String(name), Number(positions[index])]))
  const logged = await result<unknown[]>(log.getAll())
  for (const event of await result<unknown[]>(waiting.getAll())) put(event, [HOLD])
  logged.forEach((event, index) => {
    const all = [...new Set([...destinations, ...readers.keys()])]
    put(
      event,
      all.filter((name) => !((readers.get(name) ?? 0) >= Number(ids[index]))),
    )
  })

  function put(event: unknown, todo: readonly string[]) {
    if (todo.length > 0 && isRecord(event) && typeof event['id'] === 'string') events.put({ event, todo })
  }
}

interface Former {
  prefix: string
  appName: string
  destinations: readonly string[]
  /** Whether this page has upgraded the database. */
  isUpgraded: boolean
}

/**
 * Takes up the changes that earlier versions of the library have left in `localStorage`, and the events that
 * destinations had refused.
 */
export async function importFormerChanges(store: EventStore<never>, former: Former): Promise<void> {
  const { prefix, appName, destinations, isUpgraded } = former
  const storage = webStorage(prefix)
  const refusedName = `${prefix}refused:${appName}`
  const written = [...storage.keys(`aside:${appName}:`)].sort((one, other) => order(one) - order(other))
  const handedOver = destinations.map((name) => ({ name, key: `handed-over:deliver:${appName}:${name}` }))
  const refused = isUpgraded ? await readRefused(refusedName) : []
  const changes = [
    ...written.flatMap((key) => writtenUnder(key)),
    ...handedOver.flatMap(({ name, key }): object[] => {
      const ids = parseJson(storage.get(key) ?? '')
      return Array.isArray(ids) ? [{ type: 'done', task: name, ids: ids.map(String) }] : []
    }),
    ...refused,
  ]
  if (changes.length === 0) return
  await store.change(changes as Change<never>[])
  for (const key of [...written, ...handedOver.map((one) => one.key)]) storage.remove(key)
  if (isUpgraded) indexedDB.deleteDatabase(refusedName)

  function writtenUnder(key: string): object[] {
    const { type, item } = parseRecord(storage.get(key))
    if (!isRecord(item) || typeof item['id'] !== 'string') return []
    const { flagSet: setKey, ...event } = item
    const flagSet = typeof setKey === 'string' ? parseRecord(storage.get(setKey)) : {}
    const record = {
      event: 'id' in flagSet ? { ...event, flagSet } : event,
      todo: type === 'hold' || type === 'identify' ? [HOLD] : destinations,
    }
    return [{ type: type === 'hold' || type === 'append' ? 'add' : 'amend', record }]
  }
}

/** The order of the changes of one event: it was held, then identified, then released. */
const order = (key: string) => ['hold', 'identify', 'append', 'release'].findIndex((type) => key.endsWith(`:${type}`))

/** Reads the former database of refused events. */
async function readRefused(name: string): Promise<object[]> {
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.transaction?.abort() // the database does not exist
  const database = await result(opening).catch(() => undefined)
  if (!database) return []
  const transaction = database.transaction([...database.objectStoreNames])
  const stored = await result<Record<string, unknown>[]>(transaction.objectStore('log').getAll())
  const sets = database.objectStoreNames.contains('flagSets')
    ? await result<{ id: string }[]>(transaction.objectStore('flagSets').getAll())
    : []
  database.close()
  return stored.map(({ destination, reason, event, flagSet }) => ({
    type: 'add',
    record: {
      event: { ...(event as object), flagSet: sets.find(({ id }) => id === flagSet) },
      todo: [refusedBy(String(destination))],
      reasons: { [String(destination)]: reason },
    },
  }))
}
