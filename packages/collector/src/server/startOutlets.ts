import type { Log } from '../collectorOptions.ts'
import type { EventReader, EventSink, EventStore, PeopleStore } from '../store/store.ts'
import { kafkaAddress } from './kafkaAddress.ts'

/** Where events go besides the store. */
interface OutletChoice {
  /** A folder. */
  readonly parquet?: string
  /** The address of a topic. */
  readonly kafka?: string
}

interface Outlet {
  stop(): Promise<void>
  readonly behindMs?: () => Promise<number>
}

export interface Outlets {
  /** How long ago the first event arrived that Kafka does not have, in milliseconds, if events go there. */
  readonly kafkaBehindMs: (() => Promise<number>) | undefined
  stop(): Promise<void>
}

interface Needs {
  readonly store: EventSink & Partial<EventStore>
  readonly log: Log
}

interface Read extends Pick<EventSink, 'name'>, Pick<EventReader, 'after'> {
  /** What the store has deleted of somebody, if it can. */
  readonly people?: Pick<PeopleStore, 'erasures' | 'erasedAmong'>
}

/** Starts what is chosen. If one cannot start, the others are stopped, and the store is closed. */
export async function startOutlets({ parquet, kafka }: OutletChoice, { store, log }: Needs): Promise<Outlets> {
  const started: Outlet[] = []
  const stop = async () => void (await Promise.all(started.map((outlet) => outlet.stop())))
  try {
    if (parquet !== undefined) started.push(await startParquet(parquet, { store: readable(store, '--parquet'), log }))
    if (kafka !== undefined) started.push(await startKafka(kafka, { store: readable(store, '--kafka'), log }))
  } catch (error) {
    await stop()
    await store.close()
    throw error
  }
  return { stop, kafkaBehindMs: started.find(({ behindMs }) => behindMs)?.behindMs }
}

async function startParquet(
  folder: string,
  { store, log }: { readonly store: Read; readonly log: Log },
): Promise<Outlet> {
  const { parquetOutlet } = await import('../parquet.ts')
  return parquetOutlet({ store, folder, log, ...(store.people && { people: store.people }) })
}

async function startKafka(address: string, needs: { readonly store: Read; readonly log: Log }): Promise<Outlet> {
  const { kafkaOutlet } = await import('../kafka.ts')
  return kafkaOutlet({ ...needs, ...kafkaAddress(address) })
}

/** @throws a sentence, if the store is a stream */
function readable({ name, after, erasures, erasedAmong }: Needs['store'], option: string): Read {
  if (!after) throw new Error(`${name} cannot be read. Leave out ${option}.`)
  return { name, after, ...(erasures && erasedAmong && { people: { erasures, erasedAmong } }) }
}
