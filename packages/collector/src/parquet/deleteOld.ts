import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endOf } from './fileNames.ts'
import { filesIn, type Folders } from './folders.ts'

interface Limits {
  readonly now: number
  readonly retentionDays: number
  /** Whether a file has to be in the bucket before it may be deleted. */
  readonly mustBeSent: boolean
}

const DAY_MS = 24 * 3_600_000

/** Deletes the Parquet files of hours that ended so many days ago, and the marks of files that are not there any more. */
export async function deleteOld(folders: Folders, { now, retentionDays, mustBeSent }: Limits): Promise<void> {
  const files = await filesIn(folders.hours, 'parquet')
  const kept = new Set(files.map(({ name }) => name))
  for (const { hour, name, path } of files) {
    if (endOf(hour) > now - retentionDays * DAY_MS) continue
    if (mustBeSent && !(await isThere(join(folders.sent, name)))) continue
    await rm(path)
    kept.delete(name)
  }
  for (const name of await readdir(folders.sent)) if (!kept.has(name)) await rm(join(folders.sent, name))
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
