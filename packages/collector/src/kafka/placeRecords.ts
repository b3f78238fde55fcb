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
    const bytes = Buffer.byteLength(record.key) + Buffer.byteLength(record.value) + OVERHEAD
    return bytes > topic.maxMessageBytes ? undefined : { record, partition: partitionOf(record.key), bytes }
  }
}

/** A record as the client takes it. */
export const messageTo =
  (topic: Topic) =>
  ({ record: { key, value, headers }, partition }: Placed<OutgoingRecord>) => ({
    ...{ topic: topic.name, partition, key: Buffer.from(key), value: Buffer.from(value) },
    headers: new Map(Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)])),
  })

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
