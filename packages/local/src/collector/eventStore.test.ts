import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hranaServer, type HranaServer } from '../testing/hranaServer.ts'
import { startForTest } from '../testing/startForTest.ts'
import type { CollectedEvent } from './collectedEvent.ts'
import { createEventStore, type EventStore, type StoredEvent } from './eventStore.ts'
import { lossReport } from './lossMeter.ts'

const TOKEN = 'a-token'

const event = (id: string, more: object = {}): CollectedEvent => ({
  id,
  name: 'Quote sent',
  at: 1.5,
  url: 'https://desk.example/',
  properties: { total: 1200, note: 'É “quoted” \u0000 🚲', flag: true, ...more },
  identity: {},
})
const deliveryOf = (...events: CollectedEvent[]) =>
  ({ app: { name: 'Desk', platform: 'web' }, events }) as unknown as Parameters<EventStore['add']>[0]
const ids = (events: readonly StoredEvent[]) => events.map(({ event: { id } }) => id)
const allOf = async (store: EventStore) => {
  const all: string[] = []
  for await (const page of store.pages()) all.push(...ids(page))
  return all
}

describe.each(['in memory', 'in a file', 'in a remote database'] as const)('events %s', (where) => {
  let store: EventStore
  let server: HranaServer | undefined
  let folder: string

  const open = () => {
    if (where === 'in memory') return createEventStore(':memory:')
    if (where === 'in a file') return createEventStore(join(folder, 'deep', 'events.db'))
    return createEventStore(server?.url ?? '', TOKEN)
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-events-'))
    server =
      where === 'in a remote database' ? await hranaServer(TOKEN, `file:${join(folder, 'remote.db')}`) : undefined
    store = await open()
  })
  afterEach(async () => {
    store.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('are read in the order of arrival, newest first or oldest first', async () => {
    const [a, b, c] = [event('a', { deep: { list: [null, 1.25, 'x'] } }), event('b'), event('c')]
    expect(ids(await store.add(deliveryOf(a, b)))).toEqual(['a', 'b'])
    expect(ids(await store.add(deliveryOf(c)))).toEqual(['c'])
    const recent = await store.recent(10)
    expect(recent.map(({ event: one }) => one)).toEqual([c, b, a])
    expect(recent[0]).toMatchObject({ app: { name: 'Desk', platform: 'web' }, receivedAt: expect.any(Number) })
    expect(ids(await store.recent(1, 1))).toEqual(['b'])
    expect(await allOf(store)).toEqual(['a', 'b', 'c'])
    expect(await store.count()).toBe(3)
  })

  test('are stored once if they arrive twice, in one delivery or in two concurrent ones', async () => {
    await store.add(deliveryOf(event('a')))
    const reported = await Promise.all([
      store.add(deliveryOf(event('a'), event('b'), event('b'))),
      store.add(deliveryOf(event('b'), event('c'))),
    ])
    expect(reported.flatMap(ids).sort()).toEqual(['b', 'c'])
    expect((await allOf(store)).sort()).toEqual(['a', 'b', 'c'])
  })

  test('that cannot be stored reject the delivery and remain unknown', async () => {
    const broken = { ...event('a'), at: Infinity }
    await expect(store.add(deliveryOf(broken))).rejects.toThrow(/NOT NULL/)
    expect(ids(await store.add(deliveryOf(event('a'))))).toEqual(['a'])
  })

  test('may have any id', async () => {
    const id = `b"' ; --`
    expect(ids(await store.add(deliveryOf(event('a'), event(id))))).toEqual(['a', id])
    expect(await store.add(deliveryOf(event(id)))).toEqual([])
    expect(await store.add(deliveryOf())).toEqual([])
  })

  test('are all exported even if there are many', async () => {
    for (let turn = 0; turn < 5; turn++)
      await store.add(deliveryOf(...Array.from({ length: 500 }, (_, index) => event(`${turn}-${index}`))))
    const all = await allOf(store)
    expect([all.length, new Set(all).size]).toEqual([2500, 2500])
  })

  if (where !== 'in memory')
    test('are kept when the store is opened again', async () => {
      await store.add(deliveryOf(event('a')))
      store.close()
      store = await open()
      expect(await store.count()).toBe(1)
      expect(ids(await store.add(deliveryOf(event('a'), event('b'))))).toEqual(['b'])
    })
})

test('an event store waits for another writer of its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-events-'))
  const data = join(folder, 'events.db')
  const holder = await holding(data, 300)
  const store = await createEventStore(data)
  try {
    expect(ids(await store.add(deliveryOf(event('a'))))).toEqual(['a'])
  } finally {
    store.close()
    await holder.terminate()
    await rm(folder, { recursive: true, force: true })
  }
})

/**
 * Another writer that holds a lock on the file for a while. It runs in a worker, because waiting for the lock blocks this
 * thread.
 */
async function holding(data: string, ms: number): Promise<Worker> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { createClient } = require('@libsql/client')
    const client = createClient({ url: workerData.url })
    client.execute('PRAGMA journal_mode = WAL').then(async () => {
      const transaction = await client.transaction('write')
      setTimeout(() => transaction.commit(), workerData.ms)
      parentPort.postMessage('held')
    })`
  const worker = new Worker(code, { eval: true, workerData: { url: `file:${data}`, ms } })
  await once(worker, 'message')
  return worker
}

describe('a remote database for events', () => {
  test('with a wrong token prevents the services from starting, with the status 401', async () => {
    const server = await hranaServer(TOKEN)
    await expect(startForTest({ data: server.url, dataToken: 'another' })).rejects.toThrow(/401/)
    expect(server.requests()).toBe(0)
    await server.close()
  })

  test('that does not answer rejects a delivery, and stores the next one when it is available again', async () => {
    const server = await hranaServer(TOKEN)
    const store = await createEventStore(server.url, TOKEN)
    server.refuse(true)
    await expect(store.add(deliveryOf(event('a')))).rejects.toThrow()
    server.refuse(false)
    expect(ids(await store.add(deliveryOf(event('a'))))).toEqual(['a'])
    store.close()
    await server.close()
  })
})

test('events that were deleted to make room for newer ones are not counted as lost', async () => {
  const store = await createEventStore(':memory:', undefined, 3)
  const numbered = (n: number) => ({ ...event(`${n}`), page: 'page', n })
  const pages = { page: { last: 7, delivered: '1-7' } }
  await store.add({ ...deliveryOf(...[1, 2, 3, 5].map(numbered)), pages })
  await store.add({ ...deliveryOf(...[6, 7].map(numbered)), pages })
  expect(await allOf(store)).toEqual(['5', '6', '7'])
  const report = lossReport(await store.numbers(), { now: Date.now(), onTheWayMs: 0, outstandingMs: Infinity })
  expect(report).toMatchObject({ expected: 7, stored: 6, explained: {}, unexplained: 1, outstanding: 0 })
  expect(report.pages.map(({ missing }) => missing)).toEqual(['4'])
  store.close()
})
