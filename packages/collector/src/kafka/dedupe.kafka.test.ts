import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { kafkaDedupe, kafkaSink, type KafkaDedupeOptions, type Running } from '../kafka.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { startLoad } from '../testing/kafkaLoad.ts'
import { freshTopic, idsIn, readAll } from '../testing/kafkaTopics.ts'
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

const cleanIds = async (clean: string) => idsIn(await readAll(kafka.brokers, clean))

/** Reads until all are there: what comes last is the judge. */
async function expectOnce(clean: string, expected: ReadonlySet<string>): Promise<void> {
  await expect
    .poll(async () => new Set(await cleanIds(clean)).size, { timeout: 120_000 })
    .toBeGreaterThanOrEqual(expected.size)
  const ids = await cleanIds(clean)
  expect(ids).toHaveLength(expected.size)
  expect(new Set(ids)).toEqual(expected)
}

it('writes each event once, as it came, to the same partition, and goes on after its end', async () => {
  const { topic, clean, sink, options } = await fresh()
  const events = Array.from({ length: 50 }, (_, n) => eventWith({ page: `page-${n % 7}`, n: n + 1 }))
  const pages = [{ page: 'page-1', last: 50, fates: [] }]
  for (let copy = 0; copy < 3; copy += 1) await sink.append(batchOf(events, { pages, receivedAt: 1_700_000_000_000 }))
  const first = await dedupe(options)
  await expectOnce(clean, new Set(events.map(({ id }) => id)))
  const [from, to] = [await readAll(kafka.brokers, topic), await readAll(kafka.brokers, clean)]
  for (const { offset: _, ...record } of to) expect(from).toContainEqual(expect.objectContaining(record))
  expect(to.some(({ headers }) => headers['type'] === 'notes')).toBe(true)

  await first.stop()
  const later = [eventWith(), eventWith()]
  await sink.append(batchOf([...events, ...later, ...later]))
  await dedupe(options)
  await expectOnce(clean, new Set([...events, ...later].map(({ id }) => id)))
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
  const { clean, sink, options } = await fresh()
  const older = await dedupe(options)
  const begun = eventWith()
  await sink.append(batchOf([begun]))
  await expectOnce(clean, new Set([begun.id]))
  await dedupe(options)
  const load = startLoad([sink])
  await expect(older.ended).rejects.toThrow(
    /^Another process of the name telltale-dedupe-.* has begun\. Only one may run\.$/,
  )
  await load.stop()
  await expectOnce(clean, new Set([begun.id, ...load.acknowledged]))
})

it('writes each acknowledged event once when it is killed twice, and the broker once, under load', async () => {
  const { topic, clean, sink, sinkTo, options } = await fresh()
  const load = startLoad([sink, await sinkTo()])
  let child: Child | undefined
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      child = await startChild('kafkaChild.ts', { dedupe: options })
      const before = (await cleanIds(clean)).length
      await expect.poll(async () => (await cleanIds(clean)).length).toBeGreaterThan(before + 300)
      await child.kill()
    }
    child = await startChild('kafkaChild.ts', { dedupe: options })
    await kafka.kill()
    await kafka.start()
    const stopped = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(stopped + 300)
    await load.stop()
    await expectOnce(clean, load.acknowledged)
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
    await expect.poll(async () => (await cleanIds(clean)).length).toBeGreaterThan(300)
    zombie.process.kill('SIGSTOP')
    other = await startChild('kafkaChild.ts', { dedupe: options })
    const before = (await cleanIds(clean)).length
    await expect.poll(async () => (await cleanIds(clean)).length).toBeGreaterThan(before + 300)
    zombie.process.kill('SIGCONT')
    // One of them ends: the zombie, or, if the zombie begins anew, the other.
    await Promise.race([zombie.exit, other.exit])
    await load.stop()
    await expectOnce(clean, load.acknowledged)
  } finally {
    await load.stop()
    await zombie.kill()
    await other?.kill()
  }
})
