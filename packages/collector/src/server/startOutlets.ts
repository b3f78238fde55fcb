import type { Log } from '../collectorOptions.ts'
import type { EventReader, EventSink, EventStore, PeopleStore } from '../store/store.ts'
import { kafkaAddress } from './kafkaAddress.ts'
import { kafkaConnection } from './kafkaConnection.ts'
import { kafkaNames, namedByOption } from './namedByOption.ts'
import type { OptionValues } from './options/options.ts'
import { parquetBucket } from './parquetBucket.ts'

/** Where events go besides the store. */
type OutletChoice = Partial<OptionValues>

interface Outlet {
  stop(): Promise<void>
  readonly behindMs: () => Promise<number>
}

export interface Outlets {
  /** How long ago the first event arrived that Kafka does not have, in milliseconds, if events go there. */
  readonly kafkaBehindMs: (() => Promise<number>) | undefined
  /** How long ago the first event arrived that is in no file, in milliseconds, if events go to files. */
  readonly parquetBehindMs: (() => Promise<number>) | undefined
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
export async function startOutlets(choice: OutletChoice, { store, log }: Needs): Promise<Outlets> {
  const started = new Map<'parquet' | 'kafka', Outlet>()
  const stop = async () => void (await Promise.all([...started.values()].map((outlet) => outlet.stop())))
  const start = async (outlet: 'parquet' | 'kafka', open: typeof startParquet) => {
    if (choice[outlet] !== undefined)
      started.set(outlet, await open(choice, { store: readable(store, `--${outlet}`), log }))
  }
  try {
    await start('parquet', startParquet)
    await start('kafka', startKafka)
  } catch (error) {
    await stop()
    await store.close()
    throw error
  }
  return { stop, kafkaBehindMs: started.get('kafka')?.behindMs, parquetBehindMs: started.get('parquet')?.behindMs }
}

interface OutletNeeds {
  readonly store: Read
  readonly log: Log
}

async function startParquet(choice: OutletChoice, { store, log }: OutletNeeds): Promise<Outlet> {
  const { parquet: folder = '', parquetRetentionDays, parquetMaxOpenBytes, parquetEveryMs } = choice
  const bucket = parquetBucket(choice)
  const { parquetOutlet } = await import('../parquet.ts')
  return parquetOutlet({
    ...{ store, folder, log },
    ...(store.people && { people: store.people }),
    ...(parquetRetentionDays !== undefined && { retentionDays: parquetRetentionDays }),
    ...(parquetMaxOpenBytes !== undefined && { maxOpenBytes: parquetMaxOpenBytes }),
    ...(parquetEveryMs !== undefined && { everyMs: parquetEveryMs }),
    ...(bucket && { bucket }),
  })
}

async function startKafka(choice: OutletChoice, { store, log }: OutletNeeds): Promise<Outlet> {
  const { kafka = '', kafkaName, kafkaEveryMs, kafkaTakeOverMs } = choice
  const address = kafkaAddress(kafka)
  const connection = await kafkaConnection(choice)
  const { kafkaOutlet } = await import('../kafka.ts')
  const opening = kafkaOutlet({
    ...{ store, log, ...address, ...connection },
    ...(kafkaName !== undefined && { name: kafkaName }),
    ...(kafkaEveryMs !== undefined && { everyMs: kafkaEveryMs }),
    ...(kafkaTakeOverMs !== undefined && { takeOverMs: kafkaTakeOverMs }),
  })
  return namedByOption(opening, kafkaNames('kafka'))
}

/** @throws a sentence, if the store is a stream */
function readable({ name, after, erasures, erasedAmong }: Needs['store'], option: string): Read {
  if (!after) throw new Error(`${name} cannot be read. Leave out ${option}.`)
  return { name, after, ...(erasures && erasedAmong && { people: { erasures, erasedAmong } }) }
}
