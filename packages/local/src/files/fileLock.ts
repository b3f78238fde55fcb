import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAnother } from './isAnother.ts'

/** Milliseconds between two attempts. An edit takes a few, most of them for the disk. */
const AGAIN_MS = 5
/** Milliseconds after which an edit gives up. Longer than many edits of other processes take together. */
const PATIENCE_MS = 10_000
/** What this process writes into a lock. In a container, a restarted process often has the same id, and it did not take that lock. */
const SELF = `${process.pid} ${randomUUID()}`

/**
 * Runs `work` while no other process that calls this for the same file does: two `telltale dev` may run in one folder. The lock is a
 * file beside it that names the process. The lock of a process that was killed is removed. Rejects if the file stays locked.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  // A symbolic link and its target are one file.
  const lock = lockOf(path)
  const until = Date.now() + patienceMs
  while (!take(lock)) {
    removeIfAbandoned(lock)
    if (Date.now() > until) throw new Error(`another process keeps ${lock}. Delete it if none is running`)
    await sleep(AGAIN_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

const lockOf = (path: string) => `${realpathSync(path)}.lock`

function take(lock: string): boolean {
  try {
    writeFileSync(lock, SELF, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a process that was killed while it edited this file. */
export function removeAbandonedLock(path: string): void {
  removeIfAbandoned(lockOf(path))
}

function removeIfAbandoned(lock: string): void {
  const owner = ownerOf(lock)
  // Without a name, its process is about to write it.
  if (!owner || owner === SELF || isAnother(Number.parseInt(owner, 10))) return
  // Named as a draft of the file is: one that a killed process leaves is removed with those.
  const aside = lock.replace(/lock$/, `${process.pid}-${randomUUID()}.tmp`)
  try {
    // Renamed first: of several processes that find it, only one can do that.
    renameSync(lock, aside)
    // Another process may have removed it and taken the lock meanwhile: that one gets it back.
    if (ownerOf(aside) === owner) rmSync(aside)
    else renameSync(aside, lock)
  } catch {
    // Another process has removed it.
  }
}

function ownerOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}
