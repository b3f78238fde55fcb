import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Log } from '../collectorOptions.ts'
import type { EventSink, EventStore } from '../store/store.ts'
import { kafkaAddress } from './kafkaAddress.ts'
import { KAFKA_LOGIN_NAMES, kafkaConnection } from './kafkaConnection.ts'
import { kafkaNames, namedByOption, POSTGRES_NAMES } from './namedByOption.ts'
import type { OptionValues } from './options/options.ts'
import type { Part } from './options/optionSpec.ts'

/** What chooses a store. */
export const STORE_NAMES = ['store', 'retentionDays', 'maxBytes', 'schema', 'lanes', ...KAFKA_LOGIN_NAMES] as const

export type StoreChoice = OptionValues<(typeof STORE_NAMES)[number]>

/** Opens what `--store` names. A stream such as Kafka cannot be read. */
export async function openSink(choice: StoreChoice, log: Log): Promise<EventSink & Partial<EventStore>> {
  if (!/^kafka:/i.test(choice.store)) return openStore(choice, log)
  const address = kafkaAddress(choice.store)
  const connection = await kafkaConnection(choice)
  const { kafkaSink } = await import('../kafka.ts')
  return namedByOption(kafkaSink({ ...address, ...connection, log }), kafkaNames('store'))
}

/** What stores are called, by their schemes. */
export const STORE_KINDS: Readonly<Record<string, Part>> = { file: 'SQLite', postgres: 'PostgreSQL', kafka: 'Kafka' }

/** What kind of store this is: `file` for a path. */
export function schemeOf(store: string): string {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(store)?.[1]?.toLowerCase() ?? 'file'
  return scheme === 'postgresql' ? 'postgres' : scheme
}

/** The path of a file that may be given as a URL. */
export const fileOf = (store: string) => (store.startsWith('file://') ? new URL(store).pathname : store)

/** Opens the store that `--store` names. The code of the others is not loaded. */
async function openStore(choice: StoreChoice, log: Log): Promise<EventStore> {
  const { store, retentionDays, maxBytes, schema, lanes } = choice
  const days = retentionDays === undefined ? {} : { retentionDays }
  const scheme = schemeOf(store)
  if (/^postgres(ql)?:(?!\/\/)/i.test(store)) throw new Error('An address of PostgreSQL must be like postgres://….')
  if (scheme === 'file') {
    const file = fileOf(store)
    needFolder(file)
    const [{ sqliteStore }, { checkLog }] = await Promise.all([import('../sqlite.ts'), import('../sqlite/sameFile.ts')])
    checkLog(file)
    return sqliteStore({ file, log, ...days, ...(maxBytes !== undefined && { maxBytes }) })
  }
  if (scheme === 'postgres') {
    const { postgresStore } = await import('../postgres.ts')
    return namedByOption(postgresStore({ url: store, schema, lanes, log, ...days }), POSTGRES_NAMES)
  }
  throw new Error(
    `The collector has no store for ${scheme}://. Set --store to a path of a file, to postgres://…, or to kafka://….`,
  )
}

/** A folder that is made by itself hides that a path is misspelt, or that a disk is not mounted. */
export function needFolder(file: string): void {
  const folder = dirname(resolve(file))
  if (file !== ':memory:' && !existsSync(folder))
    throw new Error(`The folder ${folder} of --store ${file} is not there. Make it, or set --store to another file.`)
}
