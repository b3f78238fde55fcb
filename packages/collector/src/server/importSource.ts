import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { SourceEvent } from '../import/importEvents.ts'
import { readLines } from '../import/readLines.ts'
import { readStore } from '../import/readStore.ts'
import type { Orders } from '../store/orders.ts'
import type { PageNumbers } from '../store/store.ts'
import { fileOf, schemeOf } from './stores/schemeOf.ts'
import type { StorePlace } from './stores/storeKind.ts'
import { openReader, retentionDaysOf } from './stores/stores.ts'

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
  if (scheme === 'postgres') return openOtherStore({ store: source, schema })
  if (scheme !== 'file')
    throw new Error(`Nothing can be imported from ${scheme}://. Name a file, a folder, or postgres://….`)
  const path = fileOf(source)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`There is no file or folder ${path}. Name what is to be imported.`)
  if (found.isDirectory()) return openFolder(path)
  if (isSqlite(path)) return openOtherStore({ store: path, schema })
  return { events: () => readLines(path), close: async () => undefined }
}

async function openOtherStore(place: StorePlace): Promise<ImportSource> {
  const reader = await openReader(place).catch((error: Error) => {
    error.message = error.message.replace(/^The option --store/, 'The source')
    throw error
  })
  const { orders, numbers, close } = reader
  try {
    const retentionDays = await retentionDaysOf(place)
    const { events, hasNewer } = readStore(reader)
    return { events, store: { orders, numbers, hasNewer, retentionDays }, close }
  } catch (error) {
    await close()
    throw error
  }
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
