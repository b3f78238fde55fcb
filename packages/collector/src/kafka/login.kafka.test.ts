import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { kafkaOutlet, kafkaSink, type KafkaLogin, type KafkaOptions } from '../kafka.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshTopic, idsIn, readAll } from '../testing/kafkaTopics.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { type KafkaCluster, startKafka } from '../testing/startKafka.ts'

const LOGIN = { username: 'collector', password: 'p4ss-word' }

let kafka: KafkaCluster
beforeAll(async () => {
  kafka = await startKafka({ login: LOGIN })
})
afterAll(() => kafka?.stop())

const opened: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(opened.splice(0).map((close) => close())))

const optionsWith = (sasl: KafkaLogin): KafkaOptions => ({
  ...{ brokers: kafka.secureBrokers, sasl, ssl: { ca: kafka.certificate } },
})

it.each(['PLAIN', 'SCRAM-SHA-512'] as const)(
  'writes with TLS and %s, as a sink and as an outlet',
  async (mechanism) => {
    const topic = await freshTopic(kafka.brokers)
    const options = { ...optionsWith({ ...LOGIN, mechanism }), topic }
    const sink = await kafkaSink(options)
    opened.push(() => sink.close())
    const [one, other] = [eventWith(), eventWith()]
    expect(await sink.append(batchOf([one]))).toEqual(['stored'])
    await sink.check()
    const store = memoryStore()
    await store.append(batchOf([other]))
    const outlet = await kafkaOutlet({ ...options, store })
    opened.push(() => outlet.stop())
    await outlet.written()
    expect(new Set(idsIn(await readAll(kafka.brokers, topic)))).toEqual(new Set([one.id, other.id]))
  },
)

it.each(['PLAIN', 'SCRAM-SHA-512'] as const)(
  'says in one sentence that a login with %s is wrong, without the password',
  async (mechanism) => {
    const topic = await freshTopic(kafka.brokers)
    const options = {
      ...optionsWith({ mechanism, username: 'collector', password: 'WRONG-SECRET' }),
      topic,
    }
    const said = (starting: Promise<unknown>) =>
      starting.then(
        () => 'started',
        (error: Error) => error.message,
      )
    const sentence = `The setting "sasl" is wrong: the brokers do not accept this login with ${mechanism}.`
    expect(await said(kafkaSink(options))).toBe(sentence)
    expect(await said(kafkaOutlet({ ...options, store: memoryStore() }))).toBe(sentence)
  },
)

it('says in one sentence that a certificate is not trusted', async () => {
  const options = {
    ...optionsWith({ ...LOGIN, mechanism: 'PLAIN' }),
    ssl: true,
    topic: await freshTopic(kafka.brokers),
  }
  await expect(kafkaSink(options)).rejects.toThrow(
    /^The setting "brokers" names a Kafka cluster that cannot be used: .*self-signed certificate/,
  )
})
