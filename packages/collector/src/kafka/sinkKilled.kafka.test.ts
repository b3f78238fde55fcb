import { afterEach, expect, it } from 'vitest'
import { kafkaSink } from '../kafka.ts'
import { startLoad } from '../testing/kafkaLoad.ts'
import { freshTopic, idsIn, isWhole, readAll, WELL_SET } from '../testing/kafkaTopics.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** Two sinks under load, in front of these brokers. */
async function loaded(kafka: KafkaCluster, topic: string, told: string[] = []) {
  const sinks = await Promise.all(
    [1, 2].map(() => kafkaSink({ brokers: kafka.brokers, topic, log: (_, message) => void told.push(message) })),
  )
  opened.push(() => Promise.all(sinks.map((sink) => sink.close())))
  const load = startLoad(sinks)
  opened.push(() => load.stop())
  const goesOn = async () => {
    const { size } = load.acknowledged
    await expect.poll(() => load.acknowledged.size, { timeout: 90_000 }).toBeGreaterThan(size + 300)
  }
  return { load, goesOn }
}

async function expectAll(kafka: KafkaCluster, topic: string, { acknowledged, failures }: ReturnType<typeof startLoad>) {
  const ids = idsIn(await readAll(kafka.brokers, topic))
  const known = new Set(ids)
  expect([...acknowledged].filter((id) => !known.has(id))).toEqual([])
  console.log(`${acknowledged.size} events, ${ids.length} records, ${failures()} batches came again`)
}

it('has each acknowledged event when the broker is killed twice under load', async () => {
  const kafka = await startKafka()
  opened.push(() => kafka.stop())
  const topic = await freshTopic(kafka.brokers)
  const { load, goesOn } = await loaded(kafka, topic)
  for (let kill = 0; kill < 2; kill += 1) {
    await goesOn()
    await kafka.kill()
    await kafka.start()
    await goesOn()
  }
  await load.stop()
  expect(load.failures()).toBeGreaterThan(0)
  await expectAll(kafka, topic, load)
})

it('has each acknowledged event when each of three brokers is killed once under load', async () => {
  const kafka = await startKafka({ size: 3 })
  opened.push(() => kafka.stop())
  const { brokers } = kafka
  const told: string[] = []
  const lax = await kafkaSink({
    ...{ brokers, topic: await freshTopic(brokers, { replicas: 3 }) },
    log: (_, message) => void told.push(message),
  })
  await lax.close()
  expect(told).toEqual([
    expect.stringMatching(/^The topic \S+ has min\.insync\.replicas=1: with 3 brokers it should be 2/),
  ])

  const topic = await freshTopic(brokers, { replicas: 3, configs: { ...WELL_SET, 'min.insync.replicas': '2' } })
  const warnings: string[] = []
  const { load, goesOn } = await loaded(kafka, topic, warnings)
  expect(warnings).toEqual([])
  for (const broker of [0, 1, 2]) {
    await goesOn()
    await kafka.kill(broker)
    await goesOn()
    await kafka.start(broker)
    await expect.poll(() => isWhole(brokers, topic, 3), { timeout: 90_000 }).toBe(true)
  }
  await load.stop()
  await expectAll(kafka, topic, load)
})
