import { setTimeout } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { RunningDeletions } from './runningDeletions.ts'

/** What is read for a scrape. A gauge whose source is missing is missing, too. */
export interface GaugeSources {
  /** See `Collector.waitingBytes`. */
  readonly waitingBytes?: (() => number) | undefined
  /** On the disk of the file with the events. */
  readonly freeBytes?: (() => Promise<number>) | undefined
  readonly deletions?: (() => Promise<RunningDeletions>) | undefined
  /** Of the outlet to Kafka, and of that to files. */
  readonly kafkaBehindMs?: (() => Promise<number>) | undefined
  readonly parquetBehindMs?: (() => Promise<number>) | undefined
}

export interface Gauges {
  /** Resolves when the gauges have the figures of now, or those of the last time if these come late. Never rejects. */
  refresh(): Promise<void>
}

/** For how long a scrape waits for figures, in milliseconds. The next one has them. */
export const WAIT_MS = 100
/** How old figures may be that a store has to look for, in milliseconds. */
export const SELDOM_MS = 60_000

/** Adds gauges to these registries. */
export function createGauges(sources: GaugeSources, registers: Registry[]): Gauges {
  const { waitingBytes, freeBytes, deletions, kafkaBehindMs, parquetBehindMs } = sources
  const add = figureIn(registers)
  const all = [
    add(waitingBytes, {
      telltale_collector_waiting_bytes: 'Bytes of batches, and of what they become, that are in memory now.',
    }),
    add(freeBytes, {
      telltale_collector_disk_free_bytes: 'Bytes that are free on the disk of the file with the events.',
    }),
    add(inSeconds(kafkaBehindMs), {
      telltale_collector_kafka_behind_seconds:
        'How long ago the first event arrived that Kafka does not have. 0 when it has all.',
    }),
    add(inSeconds(parquetBehindMs), {
      telltale_collector_parquet_behind_seconds:
        'How long ago the first event arrived that is in no file yet. 0 when all are.',
    }),
    add(
      deletions &&
        (async () => {
          const { count, oldestMs } = await deletions()
          return [count, oldestMs / 1000]
        }),
      {
        telltale_collector_deletions_running: 'Deletions of people that are not done yet.',
        telltale_collector_deletion_oldest_seconds:
          'For how long the oldest deletion has been running that is not done. 0 if there is none.',
      },
      SELDOM_MS,
    ),
  ]
  return {
    async refresh() {
      const late = setTimeout(WAIT_MS, undefined, { ref: false })
      await Promise.race([Promise.all(all.map((refresh) => refresh())), late])
    },
  }
}

type Read = () => number | Promise<number | readonly number[]>

const inSeconds = (readMs: (() => Promise<number>) | undefined) => readMs && (async () => (await readMs()) / 1000)

/** Returns what adds the gauges of one source, by their names, and returns what refreshes them. */
function figureIn(registers: Registry[]) {
  return (read: Read | undefined, helps: Readonly<Record<string, string>>, everyMs = 0): (() => Promise<void>) => {
    if (!read) return async () => undefined
    const gauges = Object.entries(helps).map(([name, help]) => new Gauge({ name, help, registers }))
    const set = (values: readonly number[]) => {
      for (const [index, gauge] of gauges.entries()) gauge.set(values[index] ?? Number.NaN)
    }
    // As long as it is not known, 0 would be an answer.
    set([])
    let readAt = -Infinity
    let reading: Promise<void> | undefined
    const refresh = async () => {
      readAt = Date.now()
      await Promise.resolve()
        .then(read)
        .then((value) => set([value].flat()))
        .catch(() => set([]))
    }
    return async () => {
      if (Date.now() - readAt >= everyMs) reading ??= refresh().finally(() => (reading = undefined))
      await reading
    }
  }
}
