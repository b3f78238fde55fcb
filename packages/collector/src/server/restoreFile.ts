import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { beginAnew } from './beginAnew.ts'
import { checkBackup } from './checkBackup.ts'
import { holdStore } from './holdStore.ts'
import { syncPath } from './syncPath.ts'

/** The files that SQLite has beside a database. */
const BESIDE = ['-wal', '-shm', '-journal'] as const

/**
 * Puts a backup in the place of the file of a collector. At each moment there is the old file or the new one, whole, and never with the log of the
 * other one: the backup is copied beside the file, checked and on the disk before the log of the old file is removed, and only then renamed.
 *
 * @throws a sentence, if the backup is none, or if a collector has the file open. Nothing is changed then.
 */
export function restoreFile(backup: string, store: string): void {
  if (!fs.existsSync(backup)) throw new Error(`There is no file ${backup}. Name a file that "backup" has made.`)
  // A link stays one.
  const file = fs.existsSync(store) ? fs.realpathSync(store) : store
  if (fs.realpathSync(backup) === file) throw new Error(`${backup} is the store itself. Name a backup.`)
  const copy = `${file}.restoring`
  remove(copy)
  try {
    fs.copyFileSync(backup, copy, fs.constants.COPYFILE_FICLONE)
    if (fs.existsSync(`${backup}-wal`)) fs.copyFileSync(`${backup}-wal`, `${copy}-wal`)
    checkBackup(backup, copy)
    beginAnew(copy)
    belongLike(file, copy)
    syncPath(copy)
    replace(file, copy)
  } finally {
    remove(copy)
  }
}

function replace(file: string, copy: string): void {
  const held = holdStore(file)
  try {
    for (const end of BESIDE) fs.rmSync(file + end, { force: true })
    syncPath(dirname(file))
    fs.renameSync(copy, file)
    syncPath(dirname(file))
    held?.spoil()
  } finally {
    held?.release()
  }
}

/** The new file has the rights of the old one, or else the owner of the folder. */
function belongLike(file: string, copy: string): void {
  const old = fs.statSync(file, { throwIfNoEntry: false })
  if (old) fs.chmodSync(copy, old.mode & 0o777)
  const { uid, gid } = old ?? fs.statSync(dirname(file))
  try {
    fs.chownSync(copy, uid, gid)
  } catch (error) {
    if (old && old.uid !== process.getuid?.())
      throw new Error(`${file} belongs to another user. Run the command as that user, or as root.`, { cause: error })
  }
}

function remove(file: string): void {
  for (const end of ['', ...BESIDE]) fs.rmSync(file + end, { force: true })
}
