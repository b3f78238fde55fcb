import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { kafkaConsumer, kafkaOutlet, kafkaSink, type Running } from '../kafka.ts'
import { postgresStore } from '../postgres.ts'
import { NOTHING, sumOf } from './progress.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema } from '../testing/postgresForTests.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { startLoad } from '../testing/kafkaLoad.ts'
import { freshTopic } from '../testing/kafkaTopics.ts'
import { type Child, startChild } from '../testing/startChild.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'

let kafka: KafkaCluster
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
  kafka = await startKafka()
})
afterAll(async () => {
  await kafka?.stop()
  await server?.stop()
})

/** What is known about a page is kept as long as events are. */
const RECEIVED_AT = Date.now() - 60_000

const opened: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(opened.splice(0).map((close) => close())))

async function fresh(partitions = 4) {
  const [topic, schema] = [await freshTopic(kafka.brokers, { partitions }), freshSchema()]
  const sinkTo = async () => {
    const sink = await kafkaSink({ brokers: kafka.brokers, topic })
    opened.push(() => sink.close())
    return sink
  }
  const options = { brokers: kafka.brokers, topic, postgres: { url: server.url, schema } }
  return { topic, schema, sinkTo, options, sink: await sinkTo() }
}

const consume = async (options: Parameters<typeof kafkaConsumer>[0]): Promise<Running> => {
  const running = await kafkaConsumer(options)
  opened.push(() => running.stop())
  return running
}

async function rowsOf(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(server.url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Readonly<Record<string, unknown>>>(sql)).rows
  } finally {
    await client.end()
  }
}

const countOf = async (schema: string) =>
  (await rowsOf(`select count(*)::int as rows, count(distinct id)::int as ids from ${schema}.event`))[0]

it('stores each event once, with what is known about it, and what batches tell about pages', async () => {
  const { schema, sink, options } = await fresh()
  const body = '{ "text" : "\\u0041 ü", "number": 1.0e2 ,"event":{}}'
  const event = eventWith({
    ...{ page: 'p', n: 3, person: 'ada', impersonator: 'i', visitor: 'v', session: 's', body },
    accounts: [['event', ',"event":']],
  })
  const pages = [{ page: 'p', last: 9, fates: [{ fate: 'filtered', first: 1, last: 2 }] }]
  const batch = batchOf([event, eventWith()], { receivedAt: RECEIVED_AT, clockAheadMs: 1_000, pages })
  await sink.append(batch)
  await sink.append(batch)
  await consume(options)
  await expect.poll(() => countOf(schema)).toEqual({ rows: 2, ids: 2 })

  const store = await postgresStore(options.postgres)
  opened.push(() => store.close())
  const stored = (await store.newest(10)).find(({ id }) => id === event.id)
  expect(stored).toMatchObject({ body, app: batch.app, receivedAt: RECEIVED_AT })
  for (const subject of [
    { kind: 'person', id: 'i' } as const,
    { kind: 'visitor', id: 'v' } as const,
    { kind: 'account', accountKind: 'event', id: ',"event":' } as const,
  ])
    for await (const about of store.about(subject)) expect(about.map(({ id }) => id)).toEqual([event.id])
  await expect
    .poll(() => store.numbers())
    .toMatchObject([
      {
        page: 'p',
        last: 9,
        arrived: [[3, 3]],
        fates: new Map([['filtered', [[1, 2]]]]),
        engine: 'chromium',
        release: '1.4.0',
      },
    ])
})

it('stores the events of an outlet, too', async () => {
  const { topic, options } = await fresh()
  const source = memoryStore()
  const outlet = await kafkaOutlet({ brokers: kafka.brokers, topic, store: source })
  opened.push(() => outlet.stop())
  const identity = { id: 'ada', accounts: { company: { key: 'c-1' } } }
  const fields = { id: crypto.randomUUID(), name: 'quote sent', at: RECEIVED_AT, url: '', properties: {}, identity }
  const body = JSON.stringify({ ...fields, page: 'p', n: 3 })
  await source.append(batchOf([eventWith({ id: fields.id, body })], { receivedAt: RECEIVED_AT }))
  await consume(options)
  const store = await postgresStore(options.postgres)
  opened.push(() => store.close())
  await expect.poll(() => store.newest(10)).toMatchObject([{ id: fields.id, receivedAt: RECEIVED_AT, body }])
  for await (const about of store.about({ kind: 'account', accountKind: 'company', id: 'c-1' }))
    expect(about).toHaveLength(1)
  await expect.poll(() => store.numbers()).toMatchObject([{ page: 'p', arrived: [[3, 3]] }])
})

it('leaves out records that are not of the collector and events that PostgreSQL does not take, and no other', async () => {
  const { topic, schema, sink, options } = await fresh(1)
  const { Producer } = await import('@platformatic/kafka')
  const producer = new Producer({ clientId: 'tests', bootstrapBrokers: [...kafka.brokers] })
  const values = ['', 'x', '{}', '{"event":1}', '{"a":1,"event":{}}'].map((value) => Buffer.from(value))
  const typed = (type: string) => new Map([[Buffer.from('type'), Buffer.from(type)]])
  await producer.send({
    acks: -1,
    messages: ['event', 'notes', 'else'].flatMap((type) =>
      values.map((value) => ({ topic, value, headers: typed(type) })),
    ),
  })
  await producer.close()
  // An index does not take it.
  const guilty = eventWith({ person: Array.from({ length: 3000 }, () => Math.random().toString(36)).join('') })
  await sink.append(batchOf([eventWith(), guilty, ...Array.from({ length: 20 }, () => eventWith())]))
  const told: string[] = []
  let sum = NOTHING
  let behind: readonly number[] = []
  await consume({
    ...options,
    log: (_, message) => void told.push(message),
    onProgress(progress) {
      sum = sumOf(sum, progress)
      behind = progress.behind
    },
  })
  await expect.poll(() => countOf(schema)).toEqual({ rows: 21, ids: 21 })
  await expect.poll(() => ({ ...sum, behind })).toEqual({ read: 37, stored: 21, refused: 16, behind: [0] })
  expect(told.filter((message) => message === 'PostgreSQL does not take a record, which was left out.')).toHaveLength(1)
  expect(told.filter((message) => message.startsWith('A record is not one of the collector'))).toHaveLength(15)
})

it('stores nothing that is about somebody whose data were deleted', async () => {
  const { schema, sink, options } = await fresh()
  await consume(options)
  const store = await postgresStore(options.postgres)
  opened.push(() => store.close())
  await sink.append(batchOf([eventWith({ person: 'ada' }), eventWith({ person: 'ben' })]))
  await expect.poll(() => countOf(schema)).toEqual({ rows: 2, ids: 2 })
  await store.erase({ kind: 'person', id: 'ada' }, Infinity)
  await expect.poll(() => countOf(schema)).toEqual({ rows: 1, ids: 1 })
  await sink.append(batchOf([eventWith({ person: 'ada' }), eventWith({ person: 'ben' })]))
  await expect.poll(() => countOf(schema)).toEqual({ rows: 2, ids: 2 })
})

it('ends one of two that store the same topic in the same tables', async () => {
  const { schema, sink, options } = await fresh(1)
  const both = [await consume(options), await consume(options)]
  const ends = Promise.race(both.map(({ ended }) => ended.then(() => 'stopped', String)))
  const load = startLoad([sink])
  expect(await ends).toBe(
    `AnotherWorks: Another consumer stores the topic ${options.topic} in the same tables. Only one may run.`,
  )
  await load.stop()
  const count = load.acknowledged.size
  await expect.poll(() => countOf(schema)).toEqual({ rows: count, ids: count })
})

it('stores each acknowledged event once when it is killed twice, and Kafka and PostgreSQL once, under load', async () => {
  const { topic, schema, sink, sinkTo, options } = await fresh()
  const load = startLoad([sink, await sinkTo()])
  let child: Child | undefined
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      child = await startChild('kafkaChild.ts', { consume: options })
      const before = Number((await countOf(schema))?.['rows'])
      await expect.poll(async () => Number((await countOf(schema))?.['rows'])).toBeGreaterThan(before + 300)
      await child.kill()
    }
    child = await startChild('kafkaChild.ts', { consume: options })
    await kafka.kill()
    await kafka.start()
    await server.kill()
    await server.start()
    const stopped = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(stopped + 300)
    await load.stop()
    const count = load.acknowledged.size
    await expect.poll(() => countOf(schema), { timeout: 90_000 }).toEqual({ rows: count, ids: count })
    // The errors of brokers have not ended the process.
    expect(child.process.exitCode).toBe(null)
    const stored = await rowsOf(`select id::text from ${schema}.event`)
    expect(new Set(stored.map(({ id }) => id))).toEqual(load.acknowledged)
    expect(await rowsOf(`select count(*)::int as parts from ${schema}.sink_offsets where topic = '${topic}'`)).toEqual([
      { parts: 4 },
    ])
    console.log(`${count} events, ${load.failures()} batches came again`)
  } finally {
    await load.stop()
    await child?.kill()
  }
})
