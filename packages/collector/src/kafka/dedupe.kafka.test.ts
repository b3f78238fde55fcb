import { Consumer } from '@platformatic/kafka'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { kafkaDedupe, kafkaSink, type KafkaDedupeOptions, type Running } from '../kafka.ts'
import { NOTHING, sumOf } from './progress.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { startLoad } from '../testing/kafkaLoad.ts'
import { freshTopic, idsIn, readAll, sizeOf } from '../testing/kafkaTopics.ts'
import { type Child, startChild } from '../testing/startChild.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'

let kafka: KafkaCluster
beforeAll(async () => {
  kafka = await startKafka()
})
afterAll(() => kafka?.stop())

const opened: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(opened.splice(0).map((close) => close())))

async function fresh(partitions = 4) {
  const [topic, clean] = [
    await freshTopic(kafka.brokers, { partitions }),
    await freshTopic(kafka.brokers, { partitions }),
  ]
  const sinkTo = async () => {
    const sink = await kafkaSink({ brokers: kafka.brokers, topic })
    opened.push(() => sink.close())
    return sink
  }
  return { topic, clean, sinkTo, sink: await sinkTo(), options: { brokers: kafka.brokers, topic, clean } }
}

const dedupe = async (options: KafkaDedupeOptions): Promise<Running> => {
  const running = await kafkaDedupe(options)
  opened.push(() => running.stop())
  return running
}

/** Waits until all is read that was written to the topic, and then as long as something is written to the clean one. */
async function expectOnce(
  { topic, clean }: KafkaDedupeOptions & { clean: string; topic: string },
  expected: ReadonlySet<string>,
) {
  await expect.poll(() => lagOf(topic), { timeout: 120_000 }).toBe(0)
  const ids = idsIn(await readAll(kafka.brokers, clean))
  expect(ids).toHaveLength(expected.size)
  expect(new Set(ids)).toEqual(expected)
}

/** How many records the deduper has not dealt with yet, by the offsets that it has committed. */
async function lagOf(topic: string): Promise<number> {
  const consumer = new Consumer({
    clientId: 'tests',
    bootstrapBrokers: [...kafka.brokers],
    groupId: `telltale-dedupe-${topic}`,
  })
  try {
    const partitions = [0, 1, 2, 3]
    const [ends, all] = [
      (await consumer.listOffsets({ topics: [topic] })).get(topic) ?? [],
      (await consumer.listCommittedOffsets({ topics: [{ topic, partitions }] })).get(topic) ?? [],
    ]
    return ends.reduce((sum, end, partition) => sum + Number(end) - Math.max(0, Number(all[partition] ?? 0n)), 0)
  } finally {
    await consumer.close(true)
  }
}

it('writes each event once, as it came, to the same partition, and goes on after its end', async () => {
  const { topic, clean, sink, options } = await fresh()
  const events = Array.from({ length: 50 }, (_, n) => eventWith({ page: `page-${n % 7}`, n: n + 1 }))
  const pages = [{ page: 'page-1', last: 50, fates: [] }]
  for (let copy = 0; copy < 3; copy += 1) await sink.append(batchOf(events, { pages, receivedAt: 1_700_000_000_000 }))
  let sum = NOTHING
  let behind: readonly number[] = []
  const onProgress: KafkaDedupeOptions['onProgress'] = (progress) => {
    sum = sumOf(sum, progress)
    behind = progress.behind
  }
  const first = await dedupe({ ...options, onProgress })
  await expectOnce(options, new Set(events.map(({ id }) => id)))
  // Each batch is its events, and what it tells about the page.
  await expect.poll(() => ({ ...sum, behind })).toEqual({ read: 153, stored: 50, refused: 0, behind: [0, 0, 0, 0] })
  const [from, to] = [await readAll(kafka.brokers, topic), await readAll(kafka.brokers, clean)]
  for (const { offset: _, ...record } of to) expect(from).toContainEqual(expect.objectContaining(record))
  expect(to.some(({ headers }) => headers['type'] === 'notes')).toBe(true)

  await first.stop()
  const later = [eventWith(), eventWith()]
  await sink.append(batchOf([...events, ...later, ...later]))
  await dedupe(options)
  await expectOnce(options, new Set([...events, ...later].map(({ id }) => id)))
})

it('says at start that the topics do not fit', async () => {
  const [topic, other] = [await freshTopic(kafka.brokers), await freshTopic(kafka.brokers, { partitions: 3 })]
  const { brokers } = kafka
  await expect(dedupe({ brokers, topic, clean: other })).rejects.toThrow(
    `The topics ${topic} and ${other} must have the same number of partitions: they have 4 and 3.`,
  )
  await expect(dedupe({ brokers, topic, clean: topic })).rejects.toThrow('must be another topic')
  const small = await freshTopic(brokers, { configs: { 'max.message.bytes': '20000' } })
  await expect(dedupe({ brokers, topic, clean: small })).rejects.toThrow(/^The setting max\.message\.bytes of /)
  await expect(dedupe({ brokers, topic, clean: 'nothing' })).rejects.toThrow('There is no topic nothing')
})

it('ends the older of two', async () => {
  const { sink, options } = await fresh()
  const older = await dedupe(options)
  const begun = eventWith()
  await sink.append(batchOf([begun]))
  await expectOnce(options, new Set([begun.id]))
  await dedupe(options)
  const load = startLoad([sink])
  await expect(older.ended).rejects.toThrow(
    /^Another process of the name telltale-dedupe-.* has begun\. Only one may run\.$/,
  )
  await load.stop()
  await expectOnce(options, new Set([begun.id, ...load.acknowledged]))
})

it('writes each acknowledged event once when it is killed twice, and the broker once, under load', async () => {
  const { topic, clean, sink, sinkTo, options } = await fresh()
  const load = startLoad([sink, await sinkTo()])
  let child: Child | undefined
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      child = await startChild('kafkaChild.ts', { dedupe: options })
      const before = await sizeOf(kafka.brokers, clean)
      await expect.poll(() => sizeOf(kafka.brokers, clean)).toBeGreaterThan(before + 300)
      await child.kill()
    }
    child = await startChild('kafkaChild.ts', { dedupe: options })
    await kafka.kill()
    await kafka.start()
    const stopped = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(stopped + 300)
    await load.stop()
    await expectOnce(options, load.acknowledged)
    expect(child.process.exitCode).toBe(null)
    const raw = idsIn(await readAll(kafka.brokers, topic))
    expect(raw.length).toBeGreaterThan(load.acknowledged.size)
    console.log(`${raw.length} records, ${load.acknowledged.size} events, ${load.failures()} batches came again`)
  } finally {
    await load.stop()
    await child?.kill()
  }
})

it('commits nothing of one that stood still while another took over', async () => {
  const { clean, sink, options } = await fresh()
  const load = startLoad([sink])
  const zombie = await startChild('kafkaChild.ts', { dedupe: options })
  let other: Child | undefined
  try {
    await expect.poll(() => sizeOf(kafka.brokers, clean)).toBeGreaterThan(300)
    zombie.process.kill('SIGSTOP')
    other = await startChild('kafkaChild.ts', { dedupe: options })
    const before = await sizeOf(kafka.brokers, clean)
    await expect.poll(() => sizeOf(kafka.brokers, clean)).toBeGreaterThan(before + 300)
    zombie.process.kill('SIGCONT')
    // One of them ends: the zombie, or, if the zombie begins anew, the other.
    await Promise.race([zombie.exit, other.exit])
    await load.stop()
    await expectOnce(options, load.acknowledged)
  } finally {
    await load.stop()
    await zombie.kill()
    await other?.kill()
  }
})
