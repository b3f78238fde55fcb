import { loadKafka } from './loadKafka.ts'
import { isFenced } from './isFenced.ts'
import { dedupeSession } from './dedupeSession.ts'
import type { ProgressOptions } from './progress.ts'
import { type KafkaOptions, readOptions, topicIn } from './readOptions.ts'
import { readTopic } from './readTopic.ts'
import { type Running, supervise } from './supervise.ts'
import { topicWarnings } from './topicWarnings.ts'

export interface KafkaDedupeOptions extends KafkaOptions, ProgressOptions {
  /** The topic to which each event is written once. It must exist, with as many partitions as the other. `telltale-clean` when left out. */
  readonly clean?: string
  /** The name under which it works: of two with the same name, the older one ends. Made of the name of the topic when left out. */
  readonly transactionalId?: string
}

/**
 * Copies the events of a topic of `kafkaSink` to a clean topic, each once for all who read with `isolation.level=read_committed`: records
 * and offsets are written in the same transactions. A copy that comes more than 31 days after the event is written again. The ids of 31
 * days are in memory, about 100 bytes each, at most 16 million a day; they are read from the clean topic at the start.
 *
 * @throws an error with one sentence if a setting or a topic is wrong
 */
export async function kafkaDedupe(options: KafkaDedupeOptions): Promise<Running> {
  const kafka = await loadKafka()
  const settings = readOptions(options)
  const clean = topicIn(options.clean ?? 'telltale-clean', 'clean')
  const { topic, log } = settings
  const { onProgress = () => undefined } = options
  const name = options.transactionalId ?? `telltale-dedupe-${topic}`
  if (clean === topic) throw new Error('The setting "clean" must be another topic than "topic".')
  const [from, to] = [await readTopic(kafka, settings, topic), await readTopic(kafka, settings, clean)]
  if (from.partitions !== to.partitions)
    throw new Error(
      `The topics ${topic} and ${clean} must have the same number of partitions: they have ${from.partitions} and ${to.partitions}.`,
    )
  if (to.maxMessageBytes < from.maxMessageBytes)
    throw new Error(
      `The setting max.message.bytes of ${clean} must be at least that of ${topic}, ${from.maxMessageBytes}.`,
    )
  for (const warning of topicWarnings(to)) log('warn', warning)

  return supervise(dedupeSession({ kafka, settings, clean: to, name, onProgress }), {
    log,
    finalOf: (error) =>
      isFenced(kafka, error)
        ? new Error(`Another process of the name ${name} has begun. Only one may run.`, { cause: error })
        : undefined,
  })
}
