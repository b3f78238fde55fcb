import * as fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openSqlite } from '../sqlite/driver.ts'
import { checkLog } from '../sqlite/sameFile.ts'
import { syncPath } from './syncPath.ts'

/**
 * Copies the events of a file of SQLite into another one, while a collector may be writing. The copy gets its name when it is complete and on the
 * disk: a backup that was killed leaves a file with another name, which the next one replaces.
 *
 * @throws a sentence, if there is no such store, or if the other file is there already
 */
export function backupFile(store: string, to: string): void {
  // SQLite would make one.
  if (!fs.existsSync(store)) throw new Error(`There is no file ${store}. Set --store.`)
  if (fs.existsSync(to)) throw new Error(`${to} exists already. Name another file.`)
  const folder = dirname(resolve(to))
  if (!fs.existsSync(folder))
    throw new Error(`The folder ${folder} of ${to} is not there. Make it, or name another file.`)
  checkLog(store)
  const copy = `${to}.writing`
  remove(copy)
  try {
    // SQLite takes an empty file. Nobody else can read it from the start.
    fs.writeFileSync(copy, '', { mode: 0o600 })
    copyEvents(store, copy)
    fs.chmodSync(copy, fs.statSync(store).mode & 0o777)
    // SQLite does not see to it. [spec] https://sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
    syncPath(copy)
    fs.renameSync(copy, to)
    syncPath(folder)
  } finally {
    remove(copy)
  }
}

function copyEvents(store: string, copy: string): void {
  const db = openSqlite(store)
  try {
    // One view of all tables. A collector that writes meanwhile does not wait.
    db.prepare('VACUUM INTO ?').run(copy)
  } finally {
    db.close()
  }
}

function remove(file: string): void {
  for (const end of ['', '-journal']) fs.rmSync(file + end, { force: true })
}
