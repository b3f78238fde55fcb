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

const flushed = promisify(fsync)
/** What a draft has behind the file's name: the process that writes it, and something of its own. */
const DRAFT = /^\.(\d+)-[\da-f-]{36}\.tmp$/

/**
 * Writes a file so that a reader sees all of the old content or all of the new, whatever happens in between. Only the flush to the
 * disk is asynchronous: it is what takes long.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Renaming over a symbolic link would replace the link, not the file it stands for.
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

/** Removes what processes left beside a file that were killed while they replaced it. To be called before this one does so. */
export function removeDrafts(path: string): void {
  const target = realpathSync(path)
  const [folder, name] = [dirname(target), basename(target)]
  for (const one of readdirSync(folder)) {
    const [, owner] = (one.startsWith(name) && DRAFT.exec(one.slice(name.length))) || []
    if (owner !== undefined && !isAnother(Number(owner))) rmSync(join(folder, one), { force: true })
  }
}

/** Whether a process is running that is not this one: a number is given again, in a container the same one at once. */
function isAnother(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    // It may be somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
