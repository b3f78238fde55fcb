import type { Connection, Producer } from '@platformatic/kafka'
import type { Kafka } from './loadKafka.ts'
import type { KafkaSettings } from './readOptions.ts'

/** How far an outlet has come in its store. */
export interface Position {
  /** Of the last event that the topic has, and its id. Absent when there is none yet. */
  readonly cursor?: string
  readonly id?: string
  /** The cursor of the event before that one: what comes after it shows whether the store is still the same. */
  readonly before?: string
  /** The offset after the last record of the first partition. It is what is committed, so that tools see no lag. */
  readonly offset: number
  /** The outlet that has written this. */
  readonly owner: string
  /** Another one each time, so that others see that the owner lives. */
  readonly beat: number
}

export type Transaction = Awaited<ReturnType<Producer['beginTransaction']>>

export interface Positions {
  read(): Promise<Position | undefined>
  /** Writes the position as a part of the transaction. */
  write(position: Position, transaction: Transaction): Promise<void>
  close(): Promise<unknown>
}

const RETRIES = { timeout: 5_000, connectTimeout: 2_000, requestTimeout: 5_000, retries: 3, retryDelay: 100 }

/**
 * Keeps the position as the metadata of a committed offset, in the group that has the name of the outlet: the brokers have it, so that a
 * collector on another machine goes on there, and it is committed together with the records. It outlives records that retention deletes,
 * as long as it is written again now and then, and ends with its topic. The client itself writes no metadata.
 */
export function openPositions(
  kafka: Kafka,
  { client, topic }: KafkaSettings,
  { name, producer }: { readonly name: string; readonly producer: Producer },
): Positions {
  const admin = new kafka.Admin({ ...client, ...RETRIES })
  const consumer = new kafka.Consumer({ ...client, ...RETRIES, groupId: name, autocommit: false })
  const { bootstrapBrokers: _, clientId, ...access } = client
  const connection: Connection = new kafka.Connection(clientId, { ...access, ...RETRIES })
  // What is being asked then fails, too. An error that nobody hears ends the process.
  connection.on('error', () => undefined)

  async function connect(): Promise<void> {
    if (connection.isConnected()) return
    const [coordinator] = await admin.findCoordinator({ keyType: kafka.FindCoordinatorKeyTypes.GROUP, keys: [name] })
    if (!coordinator) throw new Error('The brokers name none that keeps the position.')
    await connection.connect(coordinator.host, coordinator.port)
  }

  return {
    async read() {
      const [group] = await admin.listConsumerGroupOffsets({
        groups: [{ groupId: name, topics: [{ name: topic, partitionIndexes: [0] }] }],
        requireStable: true,
      })
      const metadata = group?.topics[0]?.partitions[0]?.metadata ?? ''
      return metadata === '' ? undefined : (JSON.parse(metadata) as Position)
    },
    async write(position, transaction) {
      const { producerId, producerEpoch } = producer
      if (producerId === undefined || producerEpoch === undefined) throw new Error('The transaction has not begun.')
      await connect()
      await transaction.addConsumer(consumer)
      const partition = {
        ...{ partitionIndex: 0, committedOffset: BigInt(position.offset), committedLeaderEpoch: -1 },
        committedMetadata: JSON.stringify(position),
      }
      const topics = [{ name: topic, partitions: [partition] }]
      await kafka.txnOffsetCommitV3.api.async(connection, name, name, producerId, producerEpoch, -1, '', null, topics)
    },
    close: () => Promise.allSettled([admin.close(), consumer.close(true), connection.close()]),
  }
}
