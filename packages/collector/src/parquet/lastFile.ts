import { hourOf } from './fileNames.ts'
import { filesIn, type Folders } from './folders.ts'
import { beginOpenFile, type OpenFile, reopenFile, wholeLines } from './openFile.ts'

interface LastFile {
  readonly file: OpenFile
  /** In which it was begun. */
  readonly hour: string
  readonly lastNumber: number
}

/** Goes on with the file that was open last, or begins one after the last event that is in a file. */
export async function lastFile(folders: Folders, now: () => number): Promise<LastFile> {
  const opened = await filesIn(folders.open, 'ndjson')
  const [before, last] = [opened.at(-2), opened.at(-1)]
  if (!last) {
    const closed = (await filesIn(folders.hours, 'parquet')).at(-1)
    return begin(closed?.cursor, closed?.number ?? 0)
  }
  const file = await reopenFile(last.path, last)
  if (file.bytes() > 0 || !before) return { file, hour: last.hour, lastNumber: last.number }
  // It was the last act of its process to begin this file. If that failed, more may have been written to the one before it.
  await file.close()
  return begin((await wholeLines(before.path, before)).cursor, last.number)

  async function begin(cursor: string | undefined, after: number): Promise<LastFile> {
    const hour = hourOf(now())
    const lastNumber = after + 1
    return { file: await beginOpenFile(folders.open, { hour, number: lastNumber, cursor }), hour, lastNumber }
  }
}
