import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Throws when the path no longer leads to the file that was opened: what is written then goes to a file that nobody finds any more. */
export type CheckFile = () => void

const EXCHANGED = 'The store is another file than the one that was opened. Start the collector again.'
const REMOVED = 'The store has been removed. Put it back, or start the collector again.'

/** Remembers the file at this path, which is open. */
export function rememberFile(path: string): CheckFile {
  if (path === ':memory:') return () => undefined
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw Object.assign(new Error(REMOVED), { code: 'FILE_REMOVED' })
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw Object.assign(new Error(EXCHANGED), { code: 'FILE_EXCHANGED' })
  }
}

/** Where a file of SQLite says whether it has a log (2) or not (1). [spec] https://sqlite.org/fileformat.html#file_format_version_numbers */
const FORMAT_AT = 18
const WITHOUT_LOG = 1

/**
 * Throws if a file has the log of another one beside it: somebody has copied a backup over a file whose process was killed. SQLite would take
 * everything back from the log. Only before this process opens the file: closing what is opened here gives up the locks of all that has it open.
 */
export function checkLog(path: string): void {
  const log = `${path}-wal`
  if (!statSync(log, { throwIfNoEntry: false })?.size || !statSync(path, { throwIfNoEntry: false })?.isFile()) return
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(FORMAT_AT + 1)
    readSync(file, bytes, 0, bytes.length, 0)
    if (bytes[FORMAT_AT] !== WITHOUT_LOG) return
  } finally {
    closeSync(file)
  }
  throw new Error(
    `${path} is a backup, and ${log} belongs to the file that was there before. Put the backup back with the command "restore".`,
  )
}
