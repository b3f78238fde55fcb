import {
  closeSync,
  fchmodSync,
  fsync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isAnother } from './isAnother.ts'

const flushed = promisify(fsync)
/** The suffix of a temporary file: the id of the process that writes it, and something unique. */
const DRAFT = /^\.(\d+)-[\da-f-]{36}\.tmp$/

/**
 * Replaces a file atomically: a reader sees either all of the old content or all of the new. Only the flush to the disk is
 * asynchronous, because it is slow.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Renaming over a symbolic link would replace the link, not its target.
  const target = realpathSync(path)
  const { mode } = statSync(target)
  const draft = `${target}.${process.pid}-${randomUUID()}.tmp`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      fchmodSync(file, mode)
      writeFileSync(file, text)
      await flushed(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Removes temporary files of processes that were killed while they replaced this file. Call this before this process replaces
 * it.
 */
export function removeDrafts(path: string): void {
  const target = realpathSync(path)
  const [folder, name] = [dirname(target), basename(target)]
  for (const one of readdirSync(folder)) {
    const [, owner] = (one.startsWith(name) && DRAFT.exec(one.slice(name.length))) || []
    if (owner !== undefined && !isAnother(Number(owner))) rmSync(join(folder, one), { force: true })
  }
}
