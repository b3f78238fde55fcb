import type { Producer } from '@platformatic/kafka'
import { flagsAdder } from '../store/sharedFlags.ts'
import type { Batch, IncomingEvent, Outcome } from '../store/store.ts'
import type { Kafka } from './loadKafka.ts'
import { createMessages, createPlacer } from './placeRecords.ts'
import { eventRecords, notesRecord, type OutgoingRecord, recordProblem } from './records.ts'
import type { KafkaSettings } from './readOptions.ts'
import { readTopic, type Topic } from './readTopic.ts'
import { reasonOf } from './reasonOf.ts'
import { type Placed, roundsOf } from './rounds.ts'
import { within } from './within.ts'

export interface Writer {
  /** Resolves with the outcomes of each batch when all records have been acknowledged. */
  write(batches: readonly Batch[]): Promise<readonly (readonly Outcome[])[]>
  /** Rejects if the topic cannot be reached. */
  check(): Promise<void>
  close(): Promise<void>
}

interface Connection {
  readonly producer: Producer
  readonly topic: Topic
}

/** For how long one write may take. A request waits 5 seconds for it. */
const WRITE_MS = 4_000
const CHECK_MS = 4_000

/** Retries end some time after their write has been given up: until then, they may write a copy. */
const RETRIES = { timeout: 3_000, connectTimeout: 2_000, requestTimeout: 4_000, retries: 15, retryDelay: 200 }

/** Writes with one producer. One that has failed is thrown away: the next write begins with a new one, and looks at the topic again. */
export function createWriter(kafka: Kafka, settings: KafkaSettings): Writer {
  let connection: Promise<Connection> | undefined

  function connected(): Promise<Connection> {
    return (connection ??= open())
  }

  async function open(): Promise<Connection> {
    const topic = await readTopic(kafka, settings, settings.topic)
    return { topic, producer: new kafka.Producer({ ...settings.client, ...RETRIES, idempotent: true }) }
  }

  function throwAway(): void {
    const old = connection
    connection = undefined
    void old?.then(({ producer }) => producer.close(true)).catch(() => undefined)
  }

  async function send(batches: readonly Batch[]): Promise<readonly (readonly Outcome[])[]> {
    const { producer, topic } = await connected()
    const { placed, outcomes } = prepare(batches, topic)
    const messageOf = createMessages(topic)
    for (const round of roundsOf(placed, topic.maxMessageBytes)) await producer.send({ messages: round.map(messageOf) })
    return outcomes
  }

  function prepare(batches: readonly Batch[], topic: Topic) {
    const place = createPlacer(kafka, topic)
    const placed: Placed<OutgoingRecord>[] = []
    const addFlags = flagsAdder()
    const whole = ({ flags, ...event }: IncomingEvent): IncomingEvent =>
      flags ? { ...event, body: addFlags(event.body, flags.json) } : event
    const fits = (record: OutgoingRecord): boolean => {
      const one = place(record)
      if (one) placed.push(one)
      return one !== undefined
    }
    const outcomes = batches.map((batch) => {
      const recordOf = eventRecords(batch)
      const ofEvents = batch.events.map((event): Outcome => {
        const refused = recordProblem(event)
        if (refused !== undefined) return { refused }
        if (fits(recordOf(whole(event)))) return 'stored'
        return { refused: `The event is larger than max.message.bytes of the topic, ${topic.maxMessageBytes}.` }
      })
      for (const note of batch.pages)
        if (!fits(notesRecord(note, batch)))
          settings.log('warn', 'What a batch tells about a page was left out: it is larger than max.message.bytes.')
      return ofEvents
    })
    return { placed, outcomes }
  }

  return {
    async write(batches) {
      try {
        return await within(WRITE_MS, send(batches))
      } catch (error) {
        throwAway()
        throw new Error(`Kafka has not stored the batch: ${reasonOf(error)}`, { cause: error })
      }
    },
    async check() {
      try {
        await within(CHECK_MS, readTopic(kafka, settings, settings.topic))
      } catch (error) {
        throw new Error(`Kafka cannot be reached: ${reasonOf(error)}`, { cause: error })
      }
    },
    async close() {
      const old = await connection?.catch(() => undefined)
      connection = undefined
      await old?.producer.close(true)
    },
  }
}
