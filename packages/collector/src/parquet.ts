import type { Log } from './collectorOptions.ts'
import { createBucket, type BucketOptions } from './parquet/bucket.ts'
import { loadDuckdb } from './parquet/duckdb.ts'
import { followErasures } from './parquet/followErasures.ts'
import { type Folders, foldersIn, makeFolders } from './parquet/folders.ts'
import { lockFolder } from './parquet/lockFolder.ts'
import { type FindGone, rewriteFiles } from './parquet/rewriteFiles.ts'
import { startUploads, type Uploads } from './parquet/startUploads.ts'
import { startWriting, type Writing } from './parquet/startWriting.ts'
import type { EventReader, PeopleStore } from './store/store.ts'

export type { BucketOptions, FindGone, Log }
export { type Answer, type Events, type EventsSource, openEvents } from './parquet/openEvents.ts'
export { type ExampleQuery, exampleQueries } from './parquet/queries.ts'

export interface ParquetOptions {
  /** What is read: any store. An event is written however late it is, as long as the store has it when its turn comes. */
  readonly store: Pick<EventReader, 'after'>
  /**
   * The same store, if it can delete people: what it deletes is then taken out of the files as well, within seconds and after a restart, and
   * out of those that the bucket has, if they are still in the folder.
   */
  readonly people?: Pick<PeopleStore, 'erasures' | 'erasedAmong'>
  /** A folder of a local disk, which is made if there is none. One outlet alone writes to it. */
  readonly folder: string
  /** For how many days a Parquet file is kept after its hour: as long as there is space when left out. */
  readonly retentionDays?: number
  /** Where closed files are sent to. A file is kept at least until the bucket has it, and is there for queries after that. */
  readonly bucket?: BucketOptions
  /** How often the store is asked for new events, in milliseconds: 1,000 by default. */
  readonly everyMs?: number
  /** A file is closed before its hour is over if it has as many bytes: 128 MiB by default. */
  readonly maxOpenBytes?: number
  /** Called with messages for operators. They contain no data of events. */
  readonly log?: Log
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** How often the store is asked what it has deleted, in milliseconds, if nothing else is set. */
const ERASURES_MS = 10_000

export interface ParquetOutlet {
  /** Resolves when all events that the store has now are in files, and those of past hours in Parquet. */
  written(): Promise<void>
  /** How long ago the first event arrived that is in no file yet, in milliseconds. 0 when all are. Rejects if the store cannot be read. */
  behindMs(): Promise<number>
  /** Resolves when the bucket has each Parquet file that there is now. */
  sent(): Promise<void>
  /**
   * Takes events out of the files: all that are written now go through `findGone`, some at a time. When it resolves, no file has one that it
   * has named. The bucket gets files that have changed again. If it rejects, or the process ends, some files are as they were: do it again.
   *
   * @param findGone - of these events, the ids of those that are taken out. An event of a visitor who has signed in comes with the person, and
   *   once for each if there are several.
   */
  rewrite(findGone: FindGone): Promise<{ readonly removed: number }>
  /** Resolves when nothing is written any more. What the store has then is written after the next start. */
  stop(): Promise<void>
}

/**
 * Writes each event of a store to files once: first to an open file of JSON lines, which ends with its hour, then to one Parquet file for
 * each hour that it has events of, by the time of arrival. Needs the package `@duckdb/node-api`.
 *
 * An event that arrives late goes into one more Parquet file of its hour. What has been written is not written again, also after the process
 * or the machine has ended without warning. While the folder or the store cannot be used, it tries again.
 *
 * @throws a sentence, if another outlet writes to the folder, or DuckDB is not installed
 */
export async function parquetOutlet(options: ParquetOptions): Promise<ParquetOutlet> {
  const { log = () => undefined, now = Date.now, retentionDays = Infinity, bucket } = options
  const { store, everyMs = 1000, maxOpenBytes = 128 * 1024 * 1024 } = options
  if (!(retentionDays >= 1)) throw new Error('The setting "retentionDays" must be at least 1.')
  const put = bucket && createBucket(bucket)
  await loadDuckdb()
  const folders = foldersIn(options.folder)
  const unlock = await lockFolder(folders.root)
  let uploads: Uploads | undefined
  try {
    await makeFolders(folders)
    uploads = startUploads({ folders, log, ...(put && { put }) })
    const limits = { everyMs, maxOpenBytes, retentionDays, mustBeSent: put !== undefined }
    const writing = await startWriting({ store, folders, log, now, changed: uploads.wake }, limits)
    return outletOf({ folders, writing, uploads, unlock, log, ...options })
  } catch (error) {
    await uploads?.stop()
    await unlock()
    throw error
  }
}

interface Parts {
  readonly folders: Folders
  readonly writing: Writing
  readonly uploads: Uploads
  readonly unlock: () => Promise<void>
  readonly log: Log
  readonly people?: ParquetOptions['people']
  readonly everyMs?: number
}

function outletOf({ folders, writing, uploads, unlock, log, people, everyMs = ERASURES_MS }: Parts): ParquetOutlet {
  const rewrite = (findGone: FindGone) =>
    writing.closed(async () => {
      const result = await rewriteFiles(findGone, folders)
      uploads.wake()
      return result
    })
  const following = people && followErasures({ people, folders, everyMs, log, rewrite })
  let stopping: Promise<void> | undefined
  return {
    written: writing.written,
    behindMs: writing.behindMs,
    sent: uploads.sent,
    rewrite,
    stop: () => (stopping ??= Promise.all([writing.stop(), uploads.stop(), following?.stop()]).then(unlock, unlock)),
  }
}
