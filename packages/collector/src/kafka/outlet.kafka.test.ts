import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type KafkaOutlet, kafkaOutlet, type KafkaOutletOptions } from '../kafka.ts'
import { sqliteStore } from '../sqlite.ts'
import type { Batch, EventStore } from '../store/store.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshTopic, idsIn, readAll, setTopic, sizeOf } from '../testing/kafkaTopics.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { startChild } from '../testing/startChild.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'
import { loadKafka } from './loadKafka.ts'
import { openPositions } from './positions.ts'
import { readOptions } from './readOptions.ts'

let kafka: KafkaCluster
beforeAll(async () => {
  kafka = await startKafka()
})
afterAll(() => kafka?.stop())

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(options: Omit<KafkaOutletOptions, 'brokers'>): Promise<KafkaOutlet> {
  const outlet = await kafkaOutlet({ brokers: kafka.brokers, everyMs: 20, takeOverMs: 2_000, ...options })
  opened.push(() => outlet.stop())
  return outlet
}

/** An event as the door passes it on: its body says what its fields say. */
function whole(page: string, n: number) {
  const event = eventWith({ page, n })
  const { id, name, happenedAt: at } = event
  const body = { id, name, at, url: 'https://desk.example/', properties: { ü: '😀' }, identity: {}, page, n }
  return { ...event, body: JSON.stringify(body) }
}

const wholes = (count: number) => Array.from({ length: count }, (_, index) => whole(`page-${index % 5}`, index + 1))

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-outlet-'))
  opened.push(() => rm(folder, { recursive: true }))
  return join(folder, 'events.db')
}

async function openFile(path: string): Promise<EventStore> {
  const store = await sqliteStore({ file: path })
  opened.push(() => store.close())
  return store
}

/** How far a group is behind the first partition of a topic, as tools for operators measure it. */
async function lagOf(groupId: string, topic: string): Promise<number> {
  const client = await loadKafka()
  const consumer = new client.Consumer({ clientId: 'tests', bootstrapBrokers: [...kafka.brokers], groupId })
  try {
    const committed = await consumer.listCommittedOffsets({ topics: [{ topic, partitions: [0] }] })
    const ends = await consumer.listOffsets({ topics: [topic] })
    return Number(ends.get(topic)?.[0]) - Number(committed.get(topic)?.[0])
  } finally {
    await consumer.close(true)
  }
}

/** Appends batches until it is stopped, whatever the outlet does. Resolves with the events, in the order of arrival. */
function startArrivals(store: EventStore) {
  const all: Batch['events'][number][] = []
  let isOver = false
  const arriving = (async () => {
    while (!isOver) {
      const events = wholes(5)
      await store.append(batchOf(events))
      all.push(...events)
      await new Promise((resolve) => void setTimeout(resolve, 5))
    }
  })()
  const stop = async () => {
    isOver = true
    await arriving
    return all
  }
  opened.push(stop)
  const goesOn = async () => {
    const { length } = all
    await expect.poll(() => all.length).toBeGreaterThan(length + 200)
  }
  return { stop, goesOn }
}

/** The topic has these events, each once for readers of what is committed, and those of each partition in this order. */
async function expectOnce(topic: string, events: readonly { readonly id: string }[]) {
  const records = await readAll(kafka.brokers, topic)
  const places = new Map(events.map(({ id }, place) => [id, place]))
  const read = idsIn(records)
  const known = new Set(read)
  expect(events.filter(({ id }) => !known.has(id))).toEqual([])
  expect(read).toHaveLength(events.length)
  for (const partition of [0, 1, 2, 3]) {
    const order = idsIn(records.filter((record) => record.partition === partition)).map((id) => places.get(id) ?? -1)
    expect(order).toEqual([...order].sort((one, other) => one - other))
  }
  return records
}

it('writes the events of a store in the order of arrival, as a sink writes them, and goes on where it was', async () => {
  const [topic, store] = [await freshTopic(kafka.brokers), memoryStore()]
  const body = {
    ...{
      id: crypto.randomUUID(),
      name: 'quote sent',
      at: 1_700_000_000_000,
      url: '',
      properties: {},
      page: 'p-1',
      n: 3,
    },
    identity: { id: 'ada', impersonator: 'ben', visitor: 'v', accounts: { company: { key: 'c-1' } } },
    moment: { session: { id: 's' }, release: '1.4.0' },
  }
  const text = `{ "number" : 1.0e2, ${JSON.stringify(body).slice(1)}`
  const [first, rest] = [eventWith({ id: body.id, body: text }), wholes(2_500)]
  await store.append(batchOf([first], { receivedAt: 1_700_000_000_123 }))
  await store.append(batchOf(rest))
  const outlet = await open({ store, topic })
  await outlet.written()
  await outlet.stop()
  const more = wholes(20)
  await store.append(batchOf(more))
  const second = await open({ store, topic })
  await second.written()
  expect(await second.behindMs()).toBe(0)
  // The mark of the last transaction is after the last record.
  expect(await lagOf(`telltale-outlet-memory-${topic}`, topic)).toBeLessThanOrEqual(1)
  const record = (await expectOnce(topic, [first, ...rest, ...more])).find(({ key }) => key === 'p-1')
  expect(record?.headers).toEqual({ id: body.id, type: 'event' })
  expect(record?.value.endsWith(`,"event":${text}}`)).toBe(true)
  expect(JSON.parse(record?.value ?? '')).toEqual({
    ...{ id: body.id, name: 'quote sent', happenedAt: body.at, page: 'p-1', n: 3, release: '1.4.0' },
    ...{ person: 'ada', impersonator: 'ben', visitor: 'v', session: 's', accounts: [['company', 'c-1']] },
    app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
    receivedAt: 1_700_000_000_123,
    event: JSON.parse(text) as unknown,
  })
})

it('starts while the broker is away, says how far it is behind, and catches up', async () => {
  const [topic, store] = [await freshTopic(kafka.brokers), memoryStore()]
  await kafka.kill()
  const told: unknown[][] = []
  const limits: number[] = []
  const after: EventStore['after'] = (cursor, limit) => {
    limits.push(limit)
    return store.after(cursor, limit)
  }
  const events = wholes(3_000)
  try {
    const outlet = await open({ store: { name: 'memory', after }, topic, log: (...line) => void told.push(line) })
    await store.append(batchOf(events, { receivedAt: Date.now() - 90_000 }))
    await expect.poll(() => told.length).toBeGreaterThan(1)
    expect(told[0]).toEqual([
      'warn',
      'Events could not be written to Kafka. They stay in the store, and are tried again.',
      expect.objectContaining({ reason: expect.any(String) as string, behindSeconds: expect.any(Number) as number }),
    ])
    await kafka.start()
    await outlet.written()
    expect(await outlet.behindMs()).toBe(0)
  } finally {
    await kafka.start()
  }
  expect(Math.max(...limits)).toBeLessThanOrEqual(1_000)
  await expectOnce(topic, events)
})

/** The command, as a user starts it. */
async function startCommand(args: readonly string[]) {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [cli, '--host', '127.0.0.1', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  opened.push(async () => void child.kill('SIGKILL'))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port === undefined) continue
    child.stdout.resume()
    return { child, exit, url: `http://127.0.0.1:${port}` }
  }
  throw new Error('The collector did not start.')
}

it('answers at the door while the broker is away, and its figures say how far Kafka is behind', async () => {
  const topic = await freshTopic(kafka.brokers)
  await kafka.kill()
  const address = `kafka://${kafka.brokers.join()}/${topic}`
  const { child, exit, url } = await startCommand(['--store', await file(), '--kafka', address])
  const behind = async () =>
    Number(/\ntelltale_collector_kafka_behind_seconds (\S+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
  const events = wholes(10)
  const body = `{"app":{"name":"Quotes"},"events":[${events.map((event) => event.body).join()}]}`
  const headers = { 'content-type': 'application/json' }
  try {
    expect((await fetch(`${url}/collect`, { method: 'POST', headers, body })).status).toBe(202)
    await expect.poll(behind).toBeGreaterThan(0)
  } finally {
    await kafka.start()
  }
  await expect.poll(behind).toBe(0)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  await expectOnce(topic, events)
})

it('ends while the broker is away, and while it does not answer', async () => {
  const topic = await freshTopic(kafka.brokers)
  const path = await file()
  const store = await openFile(path)
  for (const away of ['killed', 'silent']) {
    const child = await startChild('kafkaChild.ts', { outlet: { file: path, brokers: kafka.brokers, topic } })
    const arrivals = startArrivals(store)
    await arrivals.goesOn()
    await (away === 'killed' ? kafka.kill() : kafka.freeze())
    try {
      await arrivals.goesOn()
      child.process.kill('SIGTERM')
      expect(await child.exit).toBe(0)
    } finally {
      await (away === 'killed' ? kafka.start() : kafka.thaw())
    }
    await arrivals.stop()
  }
  const outlet = await open({ store, topic })
  await outlet.written()
  await expectOnce(topic, await store.after(undefined, 1_000_000))
})

it('has each event once when the broker is killed and the process is killed again and again, while events arrive', async () => {
  const topic = await freshTopic(kafka.brokers)
  const path = await file()
  const store = await openFile(path)
  const arrivals = startArrivals(store)
  for (let round = 0; round < 6; round += 1) {
    const child = await startChild('kafkaChild.ts', { outlet: { file: path, brokers: kafka.brokers, topic } })
    const size = await sizeOf(kafka.brokers, topic)
    await expect.poll(() => sizeOf(kafka.brokers, topic)).toBeGreaterThan(size)
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * 200))
    if (round % 3 === 2) {
      await kafka.kill()
      await arrivals.goesOn()
      await kafka.start()
      const after = await sizeOf(kafka.brokers, topic)
      await expect.poll(() => sizeOf(kafka.brokers, topic)).toBeGreaterThan(after)
    }
    await child.kill()
  }
  const events = await arrivals.stop()
  const outlet = await open({ store, topic })
  await outlet.written()
  await expectOnce(topic, events)
  console.log(`${events.length} events, ${await sizeOf(kafka.brokers, topic)} records and marks`)
})

it('writes with one of two collectors that have the same store, and with the other when that has ended', async () => {
  const topic = await freshTopic(kafka.brokers)
  const path = await file()
  const store = await openFile(path)
  const arrivals = startArrivals(store)
  const outlet = { file: path, brokers: kafka.brokers, topic }
  const first = await startChild('kafkaChild.ts', { outlet })
  await arrivals.goesOn()
  const second = await startChild('kafkaChild.ts', { outlet })
  opened.push(
    () => first.kill(),
    () => second.kill(),
  )
  await expect.poll(() => first.output()).toContain('Another collector writes the events to Kafka.')
  await arrivals.goesOn()
  await second.kill()
  const size = await sizeOf(kafka.brokers, topic)
  await expect.poll(() => sizeOf(kafka.brokers, topic)).toBeGreaterThan(size + 100)
  const events = await arrivals.stop()
  await expect
    .poll(async () => (await sizeOf(kafka.brokers, topic)) > events.length && (await isQuiet(topic)))
    .toBe(true)
  await first.kill()
  expect(first.output().match(/Another collector writes/g)).toHaveLength(1)
  await expectOnce(topic, events)
})

/** Marks of a heartbeat come once in half a second. */
async function isQuiet(topic: string): Promise<boolean> {
  const size = await sizeOf(kafka.brokers, topic)
  await new Promise((resolve) => void setTimeout(resolve, 1_500))
  return (await sizeOf(kafka.brokers, topic)) - size < 5
}

it('begins with the first event of a store that is not the one that it knows', async () => {
  const [topic, stores] = [await freshTopic(kafka.brokers), [memoryStore(), memoryStore()]]
  const all: Batch['events'][number][] = []
  const told: string[] = []
  for (const store of stores) {
    const events = wholes(30)
    all.push(...events)
    await store.append(batchOf(events))
    const outlet = await open({ store, topic, log: (_, message) => void told.push(message) })
    await outlet.written()
    await outlet.stop()
  }
  await expectOnce(topic, all)
  expect(told).toEqual([
    'The store is not the one whose events are in Kafka, or no longer has the last of them. All of its events are written.',
  ])
})

it('leaves out an event that is larger than the topic takes, and no other, whatever the store has in it', async () => {
  const [topic, store] = [await freshTopic(kafka.brokers, { partitions: 1 }), memoryStore()]
  await setTopic(kafka.brokers, topic, ['max.message.bytes', '20000'])
  const bodies = [
    'no JSON "\n',
    '[]',
    'null',
    '{"at":"x","identity":{"accounts":{"a":null}},"n":1e400}',
    '{"identity":5}',
  ]
  const strange = bodies.map((body) => eventWith({ body }))
  const large = eventWith({ body: JSON.stringify({ text: 'ü'.repeat(12_000) }) })
  const usual = Array.from({ length: 8 }, () => eventWith({ body: JSON.stringify({ text: 'x'.repeat(9_000) }) }))
  await store.append(batchOf([...strange, large, ...usual]))
  const told: unknown[][] = []
  const outlet = await open({ store, topic, log: (...line) => void told.push(line) })
  await outlet.written()
  for (const { value } of await expectOnce(topic, [...strange, ...usual]))
    expect(JSON.parse(value)).toHaveProperty('event')
  expect(told).toEqual([
    ['error', 'An event was left out: it is larger than max.message.bytes of the topic, 20000.', { id: large.id }],
  ])
})

it('says in one sentence that a topic is missing', async () => {
  await expect(open({ store: memoryStore(), topic: 'not-there' })).rejects.toThrow(
    'There is no topic not-there: it has to be made before.',
  )
})

it('goes on in its process when a connection breaks', async () => {
  const client = await loadKafka()
  const made: EventEmitter[] = []
  const Connection = class extends client.Connection {
    constructor(...given: ConstructorParameters<typeof client.Connection>) {
      super(...given)
      made.push(this)
    }
  }
  const settings = readOptions({ brokers: kafka.brokers })
  const producer = new client.Producer(settings.client)
  const positions = openPositions({ ...client, Connection }, settings, { name: 'test', producer })
  expect(made).toHaveLength(1)
  for (const connection of made) expect(connection.emit('error', new Error('read ECONNRESET'))).toBe(true)
  await positions.close()
  await producer.close()
})
