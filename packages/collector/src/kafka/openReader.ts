import type { Consumer, Message, RecordsBatch } from '@platformatic/kafka'
import type { Kafka } from './loadKafka.ts'
import type { KafkaSettings } from './readOptions.ts'

/** A record as it was read. */
export interface IncomingRecord {
  readonly offset: bigint
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Message['headerEntries']
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What was read from one partition. */
export interface Read {
  readonly partition: number
  readonly records: readonly IncomingRecord[]
  /** The offset to read on from. It may pass records that are not for anybody: marks of transactions, and what was not committed. */
  readonly next: bigint
}

/** Reads a topic by its offsets. Belongs to no group, so that nobody else's end holds it up. */
export interface Reader {
  /** Whoever keeps its offsets in Kafka itself needs it. */
  readonly consumer: Consumer
  /** The offsets of the first records that are there, of the first since a time in milliseconds, or of those that come next. */
  offsets(which: 'first' | 'next' | number): Promise<readonly bigint[]>
  /** Where each partition ends for those who read what is committed, as far as it was heard by `read`. */
  readonly ends: readonly (bigint | undefined)[]
  /** Waits for records for half a second. Partitions without news are left out. */
  read(positions: readonly bigint[]): Promise<readonly Read[]>
  close(): Promise<void>
}

/** Milliseconds, and bytes of one answer. */
const WAIT_MS = 500
const MAX_BYTES = 8_000_000
const MAX_BYTES_OF_PARTITION = 2_000_000

/** Whoever reads begins anew when this has not helped. */
const RETRIES = { timeout: 5_000, connectTimeout: 3_000, requestTimeout: 10_000, retries: 2, retryDelay: 250 }

/** Opens a topic for reading what is committed. The group is only the name under which offsets are kept. */
export function openReader(
  { Consumer, FetchIsolationLevels, ListOffsetTimestamps }: Kafka,
  { client }: KafkaSettings,
  { topic, groupId = 'telltale-reader' }: { readonly topic: string; readonly groupId?: string },
): Reader {
  const consumer = new Consumer({ ...client, ...RETRIES, groupId, autocommit: false })
  consumer.topics.track(topic)
  const ends: (bigint | undefined)[] = []
  const isolationLevel = FetchIsolationLevels.READ_COMMITTED

  async function placesOf(positions: readonly bigint[]) {
    const metadata = await consumer.metadata({ topics: [topic] })
    const found = metadata.topics.get(topic)
    if (found?.partitionsCount !== positions.length)
      throw new Error(`The topic ${topic} has ${found?.partitionsCount} partitions, and had ${positions.length}.`)
    const byLeader = new Map<number, number[]>()
    for (const partition of positions.keys()) {
      const leader = found.partitions[partition]?.leader ?? -1
      byLeader.set(leader, [...(byLeader.get(leader) ?? []), partition])
    }
    return { topicId: found.id, byLeader }
  }

  return {
    consumer,
    ends,
    async offsets(which) {
      const named = { first: ListOffsetTimestamps.EARLIEST, next: ListOffsetTimestamps.LATEST }
      const timestamp = typeof which === 'number' ? BigInt(which) : named[which]
      const all = await consumer.listOffsets({ topics: [topic], timestamp, isolationLevel })
      return [...(all.get(topic) ?? [])]
    },
    async read(positions) {
      const { topicId, byLeader } = await placesOf(positions)
      const answers = await Promise.all(
        [...byLeader].map(([node, partitions]) =>
          consumer.fetch({
            ...{ node, isolationLevel, maxWaitTime: WAIT_MS, minBytes: 1, maxBytes: MAX_BYTES },
            topics: [{ topicId, partitions: partitions.map((partition) => wanted(partition, positions)) }],
          }),
        ),
      )
      const read = answers.flatMap(({ responses }) => responses.flatMap(({ partitions }) => partitions))
      for (const { partitionIndex, lastStableOffset } of read) ends[partitionIndex] = lastStableOffset
      return read
        .map((partition) => readOf(partition, positions[partition.partitionIndex] ?? 0n))
        .filter(({ partition, next }) => next > (positions[partition] ?? 0n))
    },
    async close() {
      await consumer.close(true)
    },
  }
}

const wanted = (partition: number, positions: readonly bigint[]) => ({
  ...{ partition, fetchOffset: positions[partition] ?? 0n, currentLeaderEpoch: -1, lastFetchedEpoch: -1 },
  partitionMaxBytes: MAX_BYTES_OF_PARTITION,
})

interface Answer {
  readonly partitionIndex: number
  readonly records?: readonly RecordsBatch[] | null
  readonly abortedTransactions: readonly Aborted[] | null
}

interface Aborted {
  readonly producerId: bigint
  readonly firstOffset: bigint
}

function readOf({ partitionIndex, records: batches, abortedTransactions }: Answer, position: bigint): Read {
  const all = batches ?? []
  const records = committed(all, abortedTransactions ?? []).flatMap((batch) =>
    batch.records.map(({ offsetDelta, key, value, headers }) => ({
      ...{ offset: batch.firstOffset + BigInt(offsetDelta), key, value, at: Number(batch.maxTimestamp) },
      headers: headers as Message['headerEntries'],
    })),
  )
  const last = all.at(-1)
  return {
    partition: partitionIndex,
    // A batch begins before what was asked for, if that is in its middle.
    records: records.filter(({ offset }) => offset >= position),
    next: last ? endOf(last) : position,
  }
}

const endOf = ({ firstOffset, lastOffsetDelta }: RecordsBatch) => firstOffset + BigInt(lastOffsetDelta) + 1n

const IS_TRANSACTIONAL = 1 << 4
const IS_CONTROL = 1 << 5

/**
 * The batches of committed transactions, and those of none. The client leaves out only those whose mark is in the same answer: what is
 * aborted later would be taken for committed.
 */
export function committed(batches: readonly RecordsBatch[], aborted: readonly Aborted[]): readonly RecordsBatch[] {
  const beginnings = [...aborted].sort((one, other) => (one.firstOffset < other.firstOffset ? -1 : 1))
  const open = new Set<bigint>()
  return batches.filter((batch) => {
    while (beginnings[0] && beginnings[0].firstOffset < endOf(batch)) {
      open.add(beginnings[0].producerId)
      beginnings.shift()
    }
    if (batch.attributes & IS_CONTROL) {
      // A mark ends the transaction of its producer.
      open.delete(batch.producerId)
      return false
    }
    return !(batch.attributes & IS_TRANSACTIONAL) || !open.has(batch.producerId)
  })
}
