import type { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { IncomingEvent } from '../store/store.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshTopic, setTopic } from '../testing/kafkaTopics.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { outletForTests, wholes } from '../testing/outletForTests.ts'
import { loadKafka } from './loadKafka.ts'
import { openPositions } from './positions.ts'
import { readOptions } from './readOptions.ts'

const { kafka, open, expectOnce } = outletForTests()

it('writes the events of a store in the order of arrival, as a sink writes them, and goes on where it was', async () => {
  const [topic, store] = [await freshTopic(kafka().brokers), memoryStore()]
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

/** How far a group is behind the first partition of a topic, as tools for operators measure it. */
async function lagOf(groupId: string, topic: string): Promise<number> {
  const client = await loadKafka()
  const consumer = new client.Consumer({ clientId: 'tests', bootstrapBrokers: [...kafka().brokers], groupId })
  try {
    const committed = await consumer.listCommittedOffsets({ topics: [{ topic, partitions: [0] }] })
    const ends = await consumer.listOffsets({ topics: [topic] })
    return Number(ends.get(topic)?.[0]) - Number(committed.get(topic)?.[0])
  } finally {
    await consumer.close(true)
  }
}

it('begins with the first event of a store that is not the one that it knows', async () => {
  const [topic, stores] = [await freshTopic(kafka().brokers), [memoryStore(), memoryStore()]]
  const all: IncomingEvent[] = []
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
  const [topic, store] = [await freshTopic(kafka().brokers, { partitions: 1 }), memoryStore()]
  await setTopic(kafka().brokers, topic, ['max.message.bytes', '20000'])
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
  const settings = readOptions({ brokers: kafka().brokers })
  const producer = new client.Producer(settings.client)
  const positions = openPositions({ ...client, Connection }, settings, { name: 'test', producer })
  expect(made).toHaveLength(1)
  for (const connection of made) expect(connection.emit('error', new Error('read ECONNRESET'))).toBe(true)
  await positions.close()
  await producer.close()
})
