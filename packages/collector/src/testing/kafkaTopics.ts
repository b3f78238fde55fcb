import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Admin, ConfigResourceTypes, Consumer, IncrementalAlterConfigOperationTypes } from '@platformatic/kafka'
import { kafkaJars } from './kafkaJars.ts'

/** What the tests want of a topic. */
export interface TopicOptions {
  readonly partitions?: number
  readonly replicas?: number
  readonly configs?: Readonly<Record<string, string>>
}

/** The settings that every topic of the collector should have. */
export const WELL_SET = { 'retention.ms': String(40 * 86_400_000) }

/** Makes a topic with a name of its own: tests share brokers. */
export async function freshTopic(
  brokers: readonly string[],
  { partitions = 4, replicas = 1, configs = WELL_SET }: TopicOptions = {},
): Promise<string> {
  const topic = `test-${randomBytes(6).toString('hex')}`
  const admin = new Admin({ clientId: 'tests', bootstrapBrokers: [...brokers], retries: 20, retryDelay: 250 })
  try {
    await admin.createTopics({
      topics: [topic],
      partitions,
      replicas,
      configs: Object.entries(configs).map(([name, value]) => ({ name, value })),
    })
    // It has no leaders yet.
    for (let tries = 0; tries < 40 && !(await isWhole(brokers, topic, replicas)); tries += 1)
      await new Promise((resolve) => void setTimeout(resolve, 100))
  } finally {
    await admin.close()
  }
  return topic
}

/** Whether so many brokers have all records of each partition. */
export async function isWhole(brokers: readonly string[], topic: string, replicas: number): Promise<boolean> {
  const admin = new Admin({ clientId: 'tests', bootstrapBrokers: [...brokers] })
  try {
    const { topics } = await admin.metadata({ topics: [topic] })
    return topics.get(topic)?.partitions.every(({ isr }) => isr.length === replicas) ?? false
  } catch {
    return false
  } finally {
    await admin.close()
  }
}

/** A record as Kafka's own consumer gives it out. */
export interface ReadRecord {
  readonly partition: number
  readonly offset: number
  readonly headers: Readonly<Record<string, string>>
  readonly key: string
  readonly value: string
}

/** It ends when there was nothing for so long, in milliseconds. On a busy machine, it needs some seconds to begin. */
const QUIET_MS = 8_000

/** Reads a whole topic, which is not empty, with Kafka's own consumer: the judge of what others see. */
export async function readAll(brokers: readonly string[], topic: string): Promise<readonly ReadRecord[]> {
  for (let tries = 1; ; tries += 1) {
    const records = await readOnce(brokers, topic)
    if (records.length > 0 || tries === 3) return records
  }
}

async function readOnce(brokers: readonly string[], topic: string): Promise<readonly ReadRecord[]> {
  const properties = ['timestamp=false', 'partition=true', 'offset=true', 'headers=true', 'key=true', 'value=true']
  const { stdout } = await promisify(execFile)(
    'java',
    [
      ...['-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=error', '-cp', `${kafkaJars()}/*`],
      ...['org.apache.kafka.tools.consumer.ConsoleConsumer', '--bootstrap-server', brokers.join()],
      ...[
        '--topic',
        topic,
        '--from-beginning',
        '--isolation-level',
        'read_committed',
        '--timeout-ms',
        String(QUIET_MS),
      ],
      ...properties.flatMap((property) => ['--formatter-property', `print.${property}`]),
    ],
    { maxBuffer: 1024 ** 3 },
  )
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('Partition:'))
    .map((line) => {
      const [partition = '', offset = '', headers = '', key = '', ...value] = line.split('\t')
      return {
        partition: Number(partition.slice('Partition:'.length)),
        offset: Number(offset.slice('Offset:'.length)),
        headers: Object.fromEntries(headers.split(',').map((header) => header.split(':'))) as Record<string, string>,
        key,
        value: value.join('\t'),
      }
    })
}

/** The ids of events among records, with copies. */
export const idsIn = (records: readonly ReadRecord[]): readonly string[] =>
  records.flatMap(({ headers: { id, type } }) => (type === 'event' && id !== undefined ? [id] : []))

/** How many records a topic has, with copies and with the marks of transactions. */
export async function sizeOf(brokers: readonly string[], topic: string): Promise<number> {
  const consumer = new Consumer({ clientId: 'tests', bootstrapBrokers: [...brokers], groupId: 'tests' })
  try {
    const offsets = await consumer.listOffsets({ topics: [topic] })
    return (offsets.get(topic) ?? []).reduce((sum, offset) => sum + Number(offset), 0)
  } finally {
    await consumer.close(true)
  }
}

/** Changes a setting of a topic. */
export async function setTopic(
  brokers: readonly string[],
  topic: string,
  [name, value]: readonly [name: string, value: string],
): Promise<void> {
  const admin = new Admin({ clientId: 'tests', bootstrapBrokers: [...brokers] })
  try {
    await admin.incrementalAlterConfigs({
      resources: [
        {
          resourceType: ConfigResourceTypes.TOPIC,
          resourceName: topic,
          configs: [{ name, value, configOperation: IncrementalAlterConfigOperationTypes.SET }],
        },
      ],
    })
  } finally {
    await admin.close()
  }
}
