import type { EventRecord } from '../../../packages/telltale/src/core/ports/eventStore.ts'
import { openDatabase } from '../../../packages/telltale/src/platform/indexedDb.ts'
import { indexedDbEventStore } from '../../../packages/telltale/src/platform/indexedDbEventStore.ts'

/** What a round has cost: milliseconds on the clock, and calls of IndexedDB. */
export interface Cost {
  storeMs: number
  settleMs: number
  reads: number
  writes: number
  transactions: number
}

interface Round {
  design: 'records' | 'log'
  destinations: number
  events: number
}

/** Two ways to store events until each destination has taken them. */
interface Store {
  append(ids: readonly string[]): Promise<unknown>
  /** Returns the next ids for a destination. */
  next(destination: string, limit: number): Promise<readonly string[]>
  /** Stores that destinations have taken these ids. */
  settle(taken: readonly Taken[]): Promise<unknown>
}

interface Taken {
  destination: string
  ids: readonly string[]
}

const BATCH = 50
const counts = { reads: 0, writes: 0, transactions: 0 }

/** Counts the calls of a method, whoever makes them. */
function count(prototype: object, names: readonly string[], kind: keyof typeof counts) {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const original = methods[name]
    methods[name] = function (...args) {
      counts[kind] += 1
      return original?.apply(this, args)
    }
  }
}
count(IDBObjectStore.prototype, ['add', 'put', 'delete'], 'writes')
count(IDBObjectStore.prototype, ['get', 'getAll', 'getAllKeys', 'count', 'openCursor'], 'reads')
count(IDBIndex.prototype, ['get', 'getKey', 'getAll', 'count', 'openKeyCursor'], 'reads')
count(IDBDatabase.prototype, ['transaction'], 'transactions')

const eventOf = (id: string) => ({
  id,
  name: 'Quote sent',
  at: 1_795_228_800_000,
  url: 'https://desk.example.com/quote',
  properties: { total: 1_200, screen_dimensions: '1440x900', note: 'x'.repeat(300) },
  epoch: '5b0e3c0a-9a57-4c1e-8a4b-0a2c7c5d9e11',
  identity: { id: 'u-1042' },
})

/** The library's own store: one record for each event, with the names of the destinations that it still needs. */
async function openRecords(name: string, destinations: readonly string[]): Promise<Store> {
  const store = await indexedDbEventStore<{ id: string }>({ prefix: '', appName: name })
  return {
    append: (ids) =>
      store.change(ids.map((id) => ({ type: 'add', record: { event: eventOf(id), todo: destinations } }) as const)),
    async next(destination, limit) {
      const records: readonly EventRecord<{ id: string }>[] = await store.read(destination, limit)
      return records.map(({ event }) => event.id)
    },
    settle: (taken) => store.change(taken.map(({ destination, ids }) => ({ type: 'done', task: destination, ids }))),
  }
}

/** The other design: a log of events, and one offset for each destination. What all have passed is deleted in one call. */
async function openLog(name: string, destinations: readonly string[]): Promise<Store> {
  const database = await openDatabase(`log:${name}`, {
    version: 1,
    create(opened) {
      opened.createObjectStore('events', { keyPath: 'id' })
      opened.createObjectStore('offsets')
    },
  })
  const stores = ['events', 'offsets']
  const offsets = new Map(destinations.map((destination) => [destination, '']))
  let deleted = ''
  const write = (action: (events: IDBObjectStore, offsets: IDBObjectStore) => void) =>
    database.transact({
      stores,
      mode: 'readwrite',
      isCommitted: true,
      async action(transaction) {
        action(transaction.objectStore('events'), transaction.objectStore('offsets'))
        transaction.commit()
      },
    })
  return {
    append: (ids) => write((events) => ids.forEach((id) => void events.add(eventOf(id)))),
    next: (destination, limit) =>
      database.transact({
        stores,
        mode: 'readonly',
        async action(transaction) {
          const after = IDBKeyRange.lowerBound(offsets.get(destination) ?? '', true)
          const request: IDBRequest<{ id: string }[]> = transaction.objectStore('events').getAll(after, limit)
          await new Promise((resolve) => (request.onsuccess = resolve))
          return request.result.map(({ id }) => id)
        },
      }),
    settle: (taken) =>
      write((events, stored) => {
        for (const { destination, ids } of taken) {
          const offset = ids.at(-1) ?? ''
          offsets.set(destination, offset)
          stored.put(offset, destination)
        }
        const passedByAll = [...offsets.values()].sort()[0] ?? ''
        if (passedByAll === deleted) return
        events.delete(IDBKeyRange.upperBound(passedByAll))
        deleted = passedByAll
      }),
  }
}

/** Stores all events in tasks of fifty, then lets all destinations take them side by side, in batches of fifty. */
async function play({ design, destinations: howMany, events }: Round): Promise<Cost> {
  const name = crypto.randomUUID()
  const destinations = Array.from({ length: howMany }, (_, index) => `destination-${index}`)
  const store = await (design === 'records' ? openRecords : openLog)(name, destinations)
  const ids = Array.from({ length: events }, (_, index) => `id-${`${index}`.padStart(9, '0')}`)
  Object.assign(counts, { reads: 0, writes: 0, transactions: 0 })
  const start = performance.now()
  for (let from = 0; from < events; from += BATCH) await store.append(ids.slice(from, from + BATCH))
  const stored = performance.now()
  await drain(store, destinations)
  return { storeMs: stored - start, settleMs: performance.now() - stored, ...counts }
}

async function drain(store: Store, destinations: readonly string[]) {
  let pending: Taken[] = []
  let scheduled: Promise<unknown> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  /** As in the outbox: what becomes pending while a write is under way shares the next transaction. */
  function settle(taken: Taken) {
    pending.push(taken)
    scheduled ??= writing.then(() => {
      const all = pending
      pending = []
      scheduled = undefined
      return (writing = store.settle(all))
    })
    return scheduled
  }

  await Promise.all(
    destinations.map(async (destination) => {
      for (;;) {
        const ids = await store.next(destination, BATCH)
        if (ids.length === 0) return
        await settle({ destination, ids })
      }
    }),
  )
}

Object.assign(globalThis, { play })
