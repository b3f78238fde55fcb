import type { MessageToProduce } from '@platformatic/kafka'
import type { Kafka } from './loadKafka.ts'
import type { OutgoingRecord } from './records.ts'
import type { Topic } from './readTopic.ts'
import type { Placed } from './rounds.ts'

/** Bytes of a record beside its key and its value, and of a batch beside its records, at most. */
const OVERHEAD = 160

/** Says where in a topic a record goes: nowhere, if it is larger than the topic takes. For one write: it remembers its keys. */
export function createPlacer(
  kafka: Kafka,
  topic: Topic,
): (record: OutgoingRecord) => Placed<OutgoingRecord> | undefined {
  const partitionOf = createPartitionOf(kafka, topic.partitions)
  return (record) => {
    const bytes = Buffer.byteLength(record.key) + record.value.length + OVERHEAD
    return bytes > topic.maxMessageBytes ? undefined : { record, partition: partitionOf(record.key), bytes }
  }
}

/** Makes records what the client takes, for one write: events of a page have the same key. */
export function createMessages({ name }: Topic): (placed: Placed<OutgoingRecord>) => MessageToProduce {
  const keys = new Map<string, Buffer>()
  return ({ record: { key: text, value, id }, partition }) => {
    const key = keys.get(text) ?? Buffer.from(text)
    keys.set(text, key)
    return { topic: name, partition, key, value, headers: id === undefined ? NOTES : headersOf(id) }
  }
}

const [ID, TYPE, EVENT] = ['id', 'type', 'event'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]
const NOTES = new Map([[TYPE, Buffer.from('notes')]])

const headersOf = (id: string) =>
  new Map([
    [ID, Buffer.from(id)],
    [TYPE, EVENT],
  ])

/** The partition of a key, as the clients of Java choose it. The events of a batch often have the same key. */
function createPartitionOf({ compatibilityPartitioner }: Kafka, partitions: number): (key: string) => number {
  const known = new Map<string, number>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const bytes = Buffer.from(key)
    const partition = compatibilityPartitioner({ topic: '', value: bytes }, bytes) % partitions
    known.set(key, partition)
    return partition
  }
}
