import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Network, startNetwork } from '../faults/network.ts'
import { postgresStore } from '../postgres.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { allOf } from '../testing/allOf.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, connect, query, server } = postgresForTests()

const ada = { kind: 'person', id: 'ada' } as const
let network: Network
let sockets: Socket[]

beforeEach(async () => {
  network = await startNetwork(Number(new URL(server().url).port))
  sockets = []
})
afterEach(async () => {
  vi.useRealTimers()
  await network.stop()
})

/** The settings of a store behind the network, whose sockets are known. */
function throughNetwork() {
  const url = new URL(server().url)
  url.port = String(network.port)
  return {
    connectionString: url.href,
    stream: () => {
      const socket = new Socket()
      sockets.push(socket)
      return socket
    },
  }
}

const isOpen = (socket: Socket) => !socket.destroyed

it('closes whatever waits for an answer that never comes, and leaves no connection', { timeout: 14_000 }, async () => {
  const store = await postgresStore({ url: throughNetwork(), schema: freshSchema() })
  await store.append(batchOf([eventWith({ person: 'ada' })]))
  network.hold('both')
  const waiting = [
    store.append(batchOf([eventWith()])),
    store.count(),
    store.newest(1),
    store.erase(ada),
    allOf(store.about(ada)),
  ].map((one) => one.then(String, () => 'given up'))
  await setTimeout(50)
  await store.close()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'given up'))
  await expect.poll(() => sockets.filter(isOpen)).toEqual([])
  await expect(store.append(batchOf([eventWith()]))).rejects.toThrow('closed')
})

it('leaves no connection that was idle when the network has forgotten it', { timeout: 14_000 }, async () => {
  const store = await postgresStore({ url: throughNetwork(), schema: freshSchema() })
  await Promise.all([store.count(), store.newest(1), store.append(batchOf([eventWith()]))])
  network.forgetAll()
  await store.close()
  expect(sockets.length).toBeGreaterThan(1)
  await expect.poll(() => sockets.filter(isOpen)).toEqual([])
})

it('does not start, and leaves no connection, when the server takes connections and says nothing', async () => {
  network.hold('answers')
  await expect(postgresStore({ url: throughNetwork() })).rejects.toThrow('The setting "url" names a PostgreSQL')
  await expect.poll(() => sockets.filter(isOpen)).toEqual([])
})

it.each([
  ['newest', 60_000],
  ['erasures', 60_000],
  ['count', 660_000],
  ['numbers', 660_000],
] as const)('gives a connection up on which the answer to `%s` does not come', async (name, limitMs) => {
  const store = await open({ url: throughNetwork() })
  const ask = () => (name === 'newest' ? store.newest(1) : store[name]())
  const isAnswered = async () => {
    const asked = ask().then(
      () => true,
      () => false,
    )
    await setTimeout(50)
    vi.advanceTimersByTime(limitMs)
    return asked
  }
  await ask()
  network.forgetAll()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(await isAnswered()).toBe(false)
  // There may have been more connections.
  while (!(await isAnswered()));
})

it('frees the locks of a deletion whose connection was forgotten', { timeout: 40_000 }, async () => {
  const schema = freshSchema()
  const direct = await open({ schema })
  const store = await open({ schema, url: throughNetwork() })
  const client = await connect()
  await client.query(`begin; lock table ${schema}.event in row exclusive mode`)
  const ordered = store.erase(ada).catch(() => undefined)
  const waits = async () =>
    (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%${schema}%'`))
      .rowCount
  await expect.poll(waits, { interval: 5 }).toBe(1)
  network.forgetAll()
  await client.query('commit')
  await client.end()
  // No event is stored while tombstones change.
  await expect
    .poll(() => direct.append(batchOf([eventWith()])).catch(() => 'not yet'), { timeout: 30_000 })
    .toEqual(['new'])
  await store.close()
  await ordered
})
