import { withFileLock } from '../files/fileLock.ts'

/**
 * Runs edits of a file one after the other, also those of other processes. Of two concurrent writes based on the same content, one
 * would be lost.
 */
export function editInSequence(path: string): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => withFileLock(path, work))
    last = mine.catch(() => undefined)
    return mine
  }
}
