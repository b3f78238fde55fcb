import type { Log } from '../collectorOptions.ts'
import { openTables } from '../postgres/openTables.ts'
import { type PostgresOptions, readOptions as readPostgres } from '../postgres/readOptions.ts'
import { startBackground } from '../postgres/startBackground.ts'
import { createTombstones } from '../postgres/tombstones.ts'
import { loadKafka } from './loadKafka.ts'
import { AnotherWorks, readOffsets } from './offsets.ts'
import { openReader } from './openReader.ts'
import { behindOf, NOTHING, type ProgressOptions } from './progress.ts'
import { type KafkaOptions, readOptions } from './readOptions.ts'
import { storeReads } from './storeReads.ts'
import { type Running, supervise } from './supervise.ts'

export interface KafkaConsumerOptions extends KafkaOptions, ProgressOptions {
  /** Where the events are stored, once each. */
  readonly postgres: Omit<PostgresOptions, 'lanes' | 'log'>
}

/**
 * Stores the events of a topic of `kafkaSink` in the tables of `postgresStore`: each once, and how far it has come in the same transaction,
 * in the table `sink_offsets`. Works on after brokers or PostgreSQL have been away. Of two that store the same topic in the same tables,
 * one ends: `ended` rejects.
 *
 * @throws an error with one sentence if a setting is wrong
 */
export async function kafkaConsumer({ postgres, onProgress, ...options }: KafkaConsumerOptions): Promise<Running> {
  const kafka = await loadKafka()
  const settings = readOptions(options)
  const { topic } = settings
  const log: Log = settings.log
  const needs = await openTables(readPostgres({ ...postgres, lanes: 1, log }))
  const background = startBackground(needs)
  const tombstones = createTombstones(needs, background.wake)

  const running = supervise(
    async (signal, lives) => {
      const reader = openReader(kafka, settings, { topic })
      try {
        const positions = await readOffsets(topic, reader, needs)
        while (!signal.aborted) {
          const reads = await reader.read(positions)
          const counts = { ...NOTHING }
          const tell = () => onProgress?.({ ...counts, behind: behindOf(positions, reader) })
          if (reads.length > 0)
            await storeReads(reads, { ...needs, tombstones, topic, positions, counts }).catch((error: unknown) => {
              // A part may be stored.
              if (counts.read > 0) tell()
              throw error
            })
          tell()
          lives()
        }
      } finally {
        await reader.close().catch(() => undefined)
      }
    },
    { log, finalOf: (error) => (error instanceof AnotherWorks ? error : undefined) },
  )
  const ended = running.ended.finally(() => needs.pools.end(background.stop))
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      await running.stop()
      await ended.catch(() => undefined)
    },
  }
}
