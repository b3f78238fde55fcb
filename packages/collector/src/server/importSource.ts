import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { SourceEvent } from '../import/importEvents.ts'
import { readLines } from '../import/readLines.ts'
import { readStore } from '../import/readStore.ts'
import type { Orders } from '../store/orders.ts'
import type { PageNumbers } from '../store/store.ts'
import { fileOf, schemeOf } from './openStore.ts'

/** What events are imported from. */
export interface ImportSource {
  events(): AsyncIterable<readonly SourceEvent[]>
  /** Of a store alone: who was deleted, what is known about pages, whether it has more events, and for how many days they are kept. */
  readonly store?: {
    orders(): Promise<Orders>
    numbers(): Promise<readonly PageNumbers[]>
    hasNewer(): Promise<boolean>
    readonly retentionDays: number
  }
  close(): Promise<void>
}

/** @throws a sentence, if this is nothing that can be imported */
export async function openSource(source: string, schema: string): Promise<ImportSource> {
  const scheme = schemeOf(source)
  if (scheme === 'kafka')
    throw new Error(
      'The command "consume" stores the events of a topic: telltale-collector consume --from kafka://… --store postgres://….',
    )
  if (scheme === 'postgres') return openPostgres(source, schema)
  if (scheme !== 'file')
    throw new Error(`Nothing can be imported from ${scheme}://. Name a file, a folder, or postgres://….`)
  const path = fileOf(source)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`There is no file or folder ${path}. Name what is to be imported.`)
  if (found.isDirectory()) return openFolder(path)
  if (isSqlite(path)) return openSqlite(path)
  return { events: () => readLines(path), close: async () => undefined }
}

async function openPostgres(url: string, schema: string): Promise<ImportSource> {
  const { postgresReader, postgresRetention } = await import('../postgres.ts')
  const place = { url, schema }
  const reader = await postgresReader(place).catch((error: Error) => {
    error.message = error.message.replace(/^The setting "url"/, 'The source')
    throw error
  })
  const retentionDays = await postgresRetention(place)
  const { orders, numbers, close } = reader
  const { events, hasNewer } = readStore(reader)
  return { events, store: { orders, numbers, hasNewer, retentionDays }, close }
}

async function openSqlite(file: string): Promise<ImportSource> {
  const [{ sqliteReader, sqliteRetention }, { checkLog }] = await Promise.all([
    import('../sqlite.ts'),
    import('../sqlite/sameFile.ts'),
  ])
  checkLog(file)
  const reader = sqliteReader(file)
  const { orders, numbers, close } = reader
  const { retentionDays } = sqliteRetention(file)
  const { events, hasNewer } = readStore(reader)
  return { events, store: { orders, numbers, hasNewer, retentionDays }, close }
}

async function openFolder(folder: string): Promise<ImportSource> {
  const { readFolder } = await import('../parquet/readFolder.ts')
  return { events: () => readFolder(folder), close: async () => undefined }
}

/** [spec] https://sqlite.org/fileformat.html#magic_header_string */
function isSqlite(path: string): boolean {
  const magic = Buffer.from('SQLite format 3\0')
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(magic.length)
    readSync(file, bytes, 0, bytes.length, 0)
    return bytes.equals(magic)
  } finally {
    closeSync(file)
  }
}
