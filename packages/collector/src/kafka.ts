import { kafkaConsumer, type KafkaConsumerOptions } from './kafka/consume.ts'
import { createWriter } from './kafka/createWriter.ts'
import { kafkaDedupe, type KafkaDedupeOptions } from './kafka/dedupe.ts'
import { loadKafka } from './kafka/loadKafka.ts'
import { kafkaOutlet, type KafkaOutlet, type KafkaOutletOptions } from './kafka/outlet.ts'
import type { Progress } from './kafka/progress.ts'
import { type KafkaLogin, type KafkaOptions, readOptions } from './kafka/readOptions.ts'
import { reasonOf } from './kafka/reasonOf.ts'
import { readTopic, WrongSetting } from './kafka/readTopic.ts'
import type { Running } from './kafka/supervise.ts'
import { topicWarnings } from './kafka/topicWarnings.ts'
import { createGroups, type Groups } from './store/groups.ts'
import type { Batch, EventSink, Outcome } from './store/store.ts'

export { kafkaConsumer, kafkaDedupe, kafkaOutlet }
export type {
  KafkaConsumerOptions,
  KafkaDedupeOptions,
  KafkaLogin,
  KafkaOptions,
  KafkaOutlet,
  KafkaOutletOptions,
  Progress,
  Running,
}

/** Events and characters of bodies that are sent together. */
const GROUP = { maxEvents: 5_000, maxLength: 4_000_000, writesFlagsOften: true }

/** A request waits 5 seconds for an answer. */
const APPEND_MS = 4_500

/**
 * Writes events to a topic of Kafka. An event is `stored` when as many brokers have it as the topic's `min.insync.replicas` says. The
 * topic has each event at least once, with its id in the header `id`: `kafkaConsumer` and `kafkaDedupe` leave out the copies. While
 * brokers are away, `append` rejects within 5 seconds; it works again when they are back.
 *
 * The number of partitions of the topic must not change: copies of an event would no longer be in the same partition.
 *
 * Needs the package `@platformatic/kafka` 2, and Node 22.22 or 24.6.
 *
 * @throws an error with one sentence if a setting is wrong, or if the topic is not there
 */
export async function kafkaSink(options: KafkaOptions): Promise<EventSink> {
  const kafka = await loadKafka()
  const settings = readOptions(options)
  const topic = await readTopic(kafka, settings, settings.topic).catch((error: unknown) => {
    const reason = reasonOf(error)
    if (error instanceof WrongSetting) throw error
    throw new Error(`The setting "brokers" names a Kafka cluster that cannot be used: ${reason}`, { cause: error })
  })
  for (const warning of topicWarnings(topic)) settings.log('warn', warning)
  const writer = createWriter(kafka, settings)
  const groups = createGroups(writer.write, { lanes: 1, ...GROUP })
  let closing: Promise<void> | undefined

  return {
    name: 'Kafka',
    // A topic has whole events. A batch of them waits with its flags once.
    sharesFlags: 'until-written',
    append: (batch, signal) => appendInTime(groups, batch, signal),
    async check() {
      if (closing) throw new Error('The store is closed.')
      await writer.check()
    },
    close: () => (closing ??= groups.close().then(writer.close)),
  }
}

/** A batch that has waited for too long is not written any more: it comes again. */
function appendInTime(groups: Groups, batch: Batch, signal: AbortSignal | undefined): Promise<readonly Outcome[]> {
  const late = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error(`Kafka has not stored the batch within ${APPEND_MS} milliseconds.`)
      late.abort(error)
      reject(error)
    }, APPEND_MS)
    groups
      .append(batch, signal ? AbortSignal.any([signal, late.signal]) : late.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
