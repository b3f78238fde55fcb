import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { kafkaSink, type KafkaOptions } from '../kafka.ts'
import { shareFlags } from '../store/sharedFlags.ts'
import type { EventSink } from '../store/store.ts'
import { testSink } from '../testing.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshTopic, idsIn, readAll, setTopic } from '../testing/kafkaTopics.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'

let kafka: KafkaCluster
beforeAll(async () => {
  kafka = await startKafka()
})
afterAll(() => kafka.stop())

const opened: EventSink[] = []
afterEach(() => Promise.all(opened.splice(0).map((sink) => sink.close())))

async function open(options: Partial<KafkaOptions> = {}): Promise<EventSink> {
  const sink = await kafkaSink({ brokers: kafka.brokers, topic: await freshTopic(kafka.brokers), ...options })
  opened.push(sink)
  return sink
}

describe('the checks of every sink', () => {
  const topics = new Map<EventSink, string>()
  const create = async (topic: string) => {
    const sink = await kafkaSink({ brokers: kafka.brokers, topic })
    topics.set(sink, topic)
    return sink
  }
  const again = (sink: EventSink) => create(topics.get(sink) ?? '')
  const checks = testSink(async () => create(await freshTopic(kafka.brokers)), {
    ...{ tellsCopies: false, createMore: again, reopen: again },
  })
  for (const { name, run } of checks) it(name, run)
})

it('writes an event as one JSON object with its id in a header, in the partition of its page as Java clients choose it', async () => {
  const topic = await freshTopic(kafka.brokers, { partitions: 5 })
  const sink = await open({ topic })
  const body = '{ "text" : "\\u0041 ü\\t😀", "number": 1.0e2 }'
  const event = eventWith({
    ...{ page: 'page-2', n: 3, person: 'ada', visitor: 'v', session: 's', body },
    accounts: [['event', ',"event":']],
  })
  const alone = eventWith()
  const fates = [{ fate: 'filtered', first: 1, last: 2 }]
  const batch = batchOf([event, alone], { receivedAt: 1_700_000_000_123, pages: [{ page: 'page-2', last: 9, fates }] })
  expect(await sink.append(batch)).toEqual(['stored', 'stored'])

  const records = await readAll(kafka.brokers, topic)
  const [first, notes] = records.filter(({ key }) => key === 'page-2')
  const facts = {
    app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
    ...{ destination: 'collector', engine: 'chromium', release: '1.4.0', clockAheadMs: 0 },
    receivedAt: 1_700_000_000_123,
  }
  const { body: _, ...own } = event
  expect(JSON.parse(first?.value ?? '')).toEqual({ ...own, ...facts, event: JSON.parse(body) })
  expect(first?.value.endsWith(`,"event":${body}}`)).toBe(true)
  expect(first?.headers).toEqual({ id: event.id, type: 'event' })
  // By `Utils.toPositive(Utils.murmur2("page-2".getBytes())) % 5` of Kafka's own client.
  expect(first?.partition).toBe(3)
  expect(notes?.headers).toEqual({ type: 'notes' })
  expect(JSON.parse(notes?.value ?? '')).toEqual({ page: 'page-2', last: 9, fates, ...facts })
  expect(records.find(({ key }) => key === alone.id)?.headers).toEqual({ id: alone.id, type: 'event' })
})

it('says at start what is wrong with the topic, and what should be changed', async () => {
  const told: string[] = []
  const log = (_: string, message: string) => void told.push(message)
  await open({ topic: await freshTopic(kafka.brokers), log })
  expect(told).toEqual([])
  await open({ topic: await freshTopic(kafka.brokers, { configs: { 'retention.ms': '604800000' } }), log })
  expect(told).toEqual([
    expect.stringMatching(/^The topic test-\w+ has retention\.ms=604800000: it should be at least 2764800000/),
  ])
  await open({ topic: await freshTopic(kafka.brokers, { configs: { 'retention.ms': '-1' } }), log })
  expect(told).toHaveLength(1)
  await expect(open({ topic: 'nothing' })).rejects.toThrow(/^There is no topic nothing: it has to be made before\.$/)
  await expect(open({ topic: 'a b' })).rejects.toThrow('The setting "topic" must be the name of a topic')
  await expect(open({ brokers: [] })).rejects.toThrow('The setting "brokers" must be a list of hosts with ports')
  await expect(open({ topic: 't', brokers: ['127.0.0.1:1'] })).rejects.toThrow(
    /^The setting "brokers" names a Kafka cluster that cannot be used: /,
  )
})

it('writes each event with the flags that it shares with others', async () => {
  const topic = await freshTopic(kafka.brokers)
  const sink = await open({ topic })
  const names = Array.from({ length: 100 }, (_, index) => `LDFF: flag-${index}`)
  const flags = Object.fromEntries(names.map((name) => [name, 'on']))
  const details = { 'flag-1': { property: 'LDFF: flag-1', version: 3 } }
  const shared = shareFlags(flags, details) ?? expect.fail('The flags are not long enough.')
  const events = [1, 2].map((total) => eventWith({ body: JSON.stringify({ properties: { total } }), flags: shared }))
  expect(await sink.append(batchOf(events))).toEqual(['stored', 'stored'])
  const values = (await readAll(kafka.brokers, topic)).map(({ value }) => JSON.parse(value) as Record<string, unknown>)
  expect(values.map(({ event }) => event)).toEqual(
    expect.arrayContaining([1, 2].map((total) => ({ properties: { total, ...flags }, flags: details }))),
  )
  expect(values.some((value) => 'flags' in value)).toBe(false)
})

it('refuses an event that is larger than the topic takes, and no other', async () => {
  const topic = await freshTopic(kafka.brokers, { partitions: 1, configs: { 'max.message.bytes': '20000' } })
  const sink = await open({ topic })
  const large = (length: number) => eventWith({ page: 'p', body: JSON.stringify({ text: 'ü'.repeat(length) }) })
  const events = [eventWith(), large(12_000), ...Array.from({ length: 8 }, () => large(4_500)), eventWith()]
  const outcomes = await sink.append(batchOf(events))
  expect(outcomes[1]).toEqual({ refused: 'The event is larger than max.message.bytes of the topic, 20000.' })
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(10)
  const ids = idsIn(await readAll(kafka.brokers, topic))
  expect(ids).toEqual(events.filter((_, index) => index !== 1).map(({ id }) => id))
})

it('writes on when the topic takes less than before', async () => {
  const topic = await freshTopic(kafka.brokers, { partitions: 1 })
  const sink = await open({ topic })
  const large = () => batchOf([eventWith({ body: JSON.stringify({ text: 'x'.repeat(30_000) }) })])
  expect(await sink.append(large())).toEqual(['stored'])
  await setTopic(kafka.brokers, topic, ['max.message.bytes', '20000'])
  // The limit is read again after a write has failed.
  await expect
    .poll(async () => sink.append(large()).catch((error: unknown) => String(error)))
    .toEqual([{ refused: 'The event is larger than max.message.bytes of the topic, 20000.' }])
  expect(await sink.append(batchOf([eventWith()]))).toEqual(['stored'])
})

it('rejects within five seconds while the broker is away, and writes again when it is back', async () => {
  const topic = await freshTopic(kafka.brokers)
  const sink = await open({ topic })
  expect(await sink.append(batchOf([eventWith()]))).toEqual(['stored'])
  await kafka.kill()
  try {
    const waiting = Array.from({ length: 20 }, () => sink.append(batchOf([eventWith()])))
    for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected')
    await expect(sink.check()).rejects.toThrow(/^Kafka cannot be reached: /)
    await expect(sink.append(batchOf([eventWith()]))).rejects.toThrow(/^Kafka has not stored the batch/)
  } finally {
    await kafka.start()
  }
  await expect.poll(() => sink.check().then(() => 'reached', String)).toBe('reached')
  const event = eventWith()
  await expect.poll(() => sink.append(batchOf([event])).catch(String)).toEqual(['stored'])
  expect(idsIn(await readAll(kafka.brokers, topic))).toContain(event.id)
})
