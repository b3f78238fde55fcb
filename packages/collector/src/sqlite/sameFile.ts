import { statSync } from 'node:fs'

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
