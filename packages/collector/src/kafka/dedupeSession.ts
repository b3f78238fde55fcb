import type { Producer } from '@platformatic/kafka'
import { createKnownIds, type KnownIds } from './knownIds.ts'
import type { Kafka } from './loadKafka.ts'
import { type IncomingRecord, openReader, type Read, type Reader } from './openReader.ts'
import { behindOf, NOTHING, type Progress } from './progress.ts'
import { headerOf } from './readRecord.ts'
import type { KafkaSettings } from './readOptions.ts'
import type { Topic } from './readTopic.ts'
import { type Placed, roundsOf } from './rounds.ts'

export interface DedupeNeeds {
  readonly kafka: Kafka
  readonly settings: KafkaSettings
  readonly clean: Topic
  /** Of the transactions and of the group whose offsets they write. */
  readonly name: string
  readonly onProgress: (progress: Progress) => void
}

/** So old may be what a browser sends again, in milliseconds. */
const WINDOW_MS = 31 * 86_400_000

/**
 * `retryDelay` is short, because a transaction directly after another one is told to wait. `timeout` is that of a transaction, too: so long
 * may the readers of the clean topic be held up by one that has died.
 */
const OPTIONS = { timeout: 10_000, connectTimeout: 3_000, requestTimeout: 15_000, retries: 100, retryDelay: 20 }

/** Bytes of a record beside its key, its value and its headers, at most. */
const OVERHEAD = 100

/** What is done until something fails. */
export const dedupeSession =
  (needs: DedupeNeeds) =>
  async (signal: AbortSignal, lives: () => void): Promise<void> => {
    const { kafka, settings, clean, name, onProgress } = needs
    const producer = new kafka.Producer({ ...settings.client, ...OPTIONS, idempotent: true, transactionalId: name })
    const reader = openReader(kafka, settings, { topic: settings.topic, groupId: name })
    const cleanReader = openReader(kafka, settings, { topic: clean.name })
    // Without these numbers, the client asks for those of somebody else, and is refused after a restart. From here on, nothing that an
    // older one writes is committed: what is read after this is the truth. An empty transaction cannot be ended: it is used below.
    const begin = () => producer.beginTransaction({ producerId: -1n, producerEpoch: -1 })
    try {
      let transaction = await begin()
      const known = await readKnown(cleanReader, signal)
      const positions = await readPositions(reader, needs)
      while (!signal.aborted) {
        known.forgetBefore(Date.now() - WINDOW_MS)
        const reads = await reader.read(positions)
        let counts = NOTHING
        if (reads.length > 0) {
          const fresh = freshIn(reads, known)
          await send(fresh, transaction, clean)
          await moveOn(reads, transaction, { reader, ...needs })
          await transaction.commit()
          for (const { id } of fresh) if (id !== undefined) known.add(id, Date.now())
          for (const { partition, next } of reads) positions[partition] = next
          counts = countsOf(reads, fresh)
          transaction = await begin()
        }
        onProgress({ ...counts, behind: behindOf(positions, reader) })
        lives()
      }
    } finally {
      await Promise.allSettled([producer.close(true), reader.close(), cleanReader.close()])
    }
  }

type Transaction = Awaited<ReturnType<Producer['beginTransaction']>>

interface Fresh extends Placed<IncomingRecord> {
  /** That of an event. */
  readonly id: string | undefined
}

/** The records that are not known yet. What batches tell about pages does no harm when it is told twice. */
function freshIn(reads: readonly Read[], known: KnownIds): readonly Fresh[] {
  const seen = new Set<string>()
  return reads.flatMap(({ partition, records }) =>
    records.flatMap((record): readonly Fresh[] => {
      const { key, value, headers } = record
      const [type, id] = [headerOf(headers, 'type'), headerOf(headers, 'id')]
      const sizes = [key, value, ...headers.flat()].map((part) => (part?.length ?? 0) + 5)
      const bytes = sizes.reduce((sum, size) => sum + size, OVERHEAD)
      if (type === 'notes') return [{ record, partition, bytes, id: undefined }]
      if (type !== 'event' || id === undefined || seen.has(id) || known.has(id)) return []
      seen.add(id)
      return [{ record, partition, bytes, id }]
    }),
  )
}

function countsOf(reads: readonly Read[], fresh: readonly Fresh[]) {
  const records = reads.flatMap((read) => read.records)
  return {
    read: records.length,
    stored: fresh.filter(({ id }) => id !== undefined).length,
    refused: records.filter(({ headers }) => !isOurs(headerOf(headers, 'type'))).length,
  }
}

const isOurs = (type: string | undefined) => type === 'event' || type === 'notes'

async function send(fresh: readonly Fresh[], transaction: Transaction, clean: Topic) {
  for (const round of roundsOf(fresh, clean.maxMessageBytes))
    await transaction.send({
      messages: round.map(({ partition, record: { key, value, headers } }) => ({
        ...{ topic: clean.name, partition, value: value ?? Buffer.alloc(0), headers: new Map(headers) },
        ...(key && { key }),
      })),
    })
}

/** Writes in the transaction how far it has read. */
async function moveOn(
  reads: readonly Read[],
  transaction: Transaction,
  { reader: { consumer }, settings: { topic }, name }: DedupeNeeds & { readonly reader: Reader },
): Promise<void> {
  await transaction.addConsumer(consumer)
  const coordinatorId = await consumer.findGroupCoordinator()
  // It belongs to no generation of the group: the transaction fences.
  const metadata = { consumer: { groupId: name, generationId: -1, memberId: '', coordinatorId } }
  // One after the other: of several at the same time, the client writes the first, and says that all are written.
  for (const { partition, next } of reads)
    await transaction.addOffset({ ...PLAIN, topic, partition, offset: next - 1n, metadata })
}

/** The rest of a message, which is of no meaning for its offset. */
const PLAIN = {
  ...{ key: '', value: '', headers: new Map<Buffer, Buffer>(), headerEntries: [] },
  ...{ timestamp: 0n, leaderEpoch: -1 },
  commit: () => undefined,
  toJSON: () => ({
    key: '',
    value: '',
    headers: [],
    topic: '',
    partition: 0,
    timestamp: '',
    offset: '',
    leaderEpoch: -1,
    metadata: {},
  }),
}

/** Reads the ids of the window from the clean topic, until its end. */
async function readKnown(reader: Reader, signal: AbortSignal): Promise<KnownIds> {
  const known = createKnownIds()
  const next = await reader.offsets('next')
  const since = await reader.offsets(Date.now() - WINDOW_MS)
  // There is none since then in a partition that says -1.
  const positions = next.map((end, partition) => {
    const first = since[partition] ?? -1n
    return first < 0n ? end : first
  })
  const isRead = () => positions.every((position, partition) => position >= (next[partition] ?? 0n))
  while (!isRead() && !signal.aborted)
    for (const read of await reader.read(positions)) {
      positions[read.partition] = read.next
      for (const { headers, at } of read.records) {
        const id = headerOf(headers, 'id')
        if (id !== undefined) known.add(id, at)
      }
    }
  return known
}

/** The offsets from which to read on. */
async function readPositions(reader: Reader, { settings: { topic, log }, clean }: DedupeNeeds): Promise<bigint[]> {
  const first = await reader.offsets('first')
  if (first.length !== clean.partitions)
    throw new Error(`The topics ${topic} and ${clean.name} do not have the same number of partitions any more.`)
  const partitions = [...first.keys()]
  const all = await reader.consumer.listCommittedOffsets({ topics: [{ topic, partitions }] })
  const stored = all.get(topic) ?? []
  return first.map((oldest, partition) => {
    const position = stored[partition] ?? -1n
    if (position >= oldest) return position
    if (position >= 0n)
      log('error', 'Records were deleted by the retention of the topic before they were read.', {
        ...{ topic, partition, records: Number(oldest - position) },
      })
    return oldest
  })
}
