import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../sqlite/driver.ts'
import { checkLog } from '../sqlite/sameFile.ts'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import type { IncomingEvent } from '../store/store.ts'
import { restoreFile } from './restoreFile.ts'

let root = ''
beforeAll(() => void (root = fs.mkdtempSync(join(tmpdir(), 'restore-'))))
afterAll(() => fs.rmSync(root, { recursive: true }))

/** A file of two events whose process has ended, and one whose process was killed; and a backup of the first event. */
async function stage() {
  const folder = fs.mkdtempSync(join(root, 'stage-'))
  const begun = join(root, `begun-${(stages += 1)}.db`)
  const [file, killed, backup] = [join(folder, 'events.db'), join(folder, 'killed.db'), join(folder, 'backup.db')]
  const store = await sqliteStore({ file: begun })
  await store.append(batchOf([eventOf(1)]))
  const db = openSqlite(begun)
  db.prepare('VACUUM INTO ?').run(backup)
  db.close()
  await store.append(batchOf([eventOf(2)]))
  copy(begun, killed)
  await store.close()
  copy(begun, file)
  return { folder, file, killed, backup }
}
let stages = 0

/** A file that this process has opened stays locked for a while: libSQL closes it when its statements are collected. */
function copy(from: string, to: string): void {
  for (const end of ['', '-wal', '-shm']) if (fs.existsSync(from + end)) fs.copyFileSync(from + end, to + end)
}

/** A copy of a file in which these events have arrived, too. */
async function withEvents(file: string, events: readonly IncomingEvent[]): Promise<string> {
  const [written, closed] = [join(root, `written-${(stages += 1)}.db`), join(root, `closed-${(stages += 1)}.db`)]
  copy(file, written)
  const store = await sqliteStore({ file: written })
  await store.append(batchOf(events))
  await store.close()
  copy(written, closed)
  return closed
}

async function newestOf(file: string): Promise<string | undefined> {
  const reader = sqliteReader(await withEvents(file, []))
  const [newest] = await reader.newest(1)
  return reader.close().then(() => newest?.cursor)
}

/** What a reader that has come to a cursor gets when the event with this number has arrived. */
async function idsAfter(cursor: string | undefined, file: string, n: number): Promise<readonly string[]> {
  const reader = sqliteReader(await withEvents(file, [eventOf(n)]))
  const events = await reader.after(cursor, 10)
  return reader.close().then(() => events.map(({ id }) => id))
}

async function countIn(file: string): Promise<number> {
  const read = join(root, `read-${(stages += 1)}.db`)
  copy(file, read)
  const reader = sqliteReader(read)
  try {
    return (await reader.newest(100)).length
  } finally {
    await reader.close()
  }
}

test('the file has the events of the backup alone, whether its process has ended or was killed', async () => {
  const { file, killed, backup } = await stage()
  for (const one of [file, killed]) {
    expect(await countIn(one)).toBe(2)
    restoreFile(backup, one)
    expect(await countIn(one)).toBe(1)
  }
  expect(await countIn(backup)).toBe(1)
})

test('a reader that had all events of the old file gets those that arrive after the backup was put back', async () => {
  const { file, backup } = await stage()
  const first = await newestOf(file)
  restoreFile(backup, file)
  expect(await idsAfter(first, file, 3)).toEqual([eventOf(3).id])

  // The same backup once more, in place of a file in which events have arrived since.
  const later = await withEvents(file, [eventOf(3), eventOf(4)])
  const second = await newestOf(later)
  restoreFile(backup, later)
  expect(await idsAfter(second, later, 5)).toEqual([eventOf(5).id])
})

test('the events of a person are found after the place at which a restored file goes on', async () => {
  const { file, backup } = await stage()
  restoreFile(backup, file)
  const store = await sqliteStore({ file: await withEvents(file, [eventOf(3, { person: 'ida' })]) })
  const found: string[] = []
  for await (const events of store.about({ kind: 'person', id: 'ida' })) found.push(...events.map(({ id }) => id))
  expect(found).toEqual([eventOf(3).id])
  await store.close()
})

test('nothing but the file is left, with the rights of the old one', async () => {
  const { folder, file, backup } = await stage()
  fs.chmodSync(file, 0o640)
  restoreFile(backup, file)
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('events'))).toEqual(['events.db'])
  expect(fs.statSync(file).mode & 0o777).toBe(0o640)
})

test('a link to the file stays one', async () => {
  const { folder, file, backup } = await stage()
  const link = join(folder, 'link.db')
  fs.symlinkSync(file, link)
  restoreFile(backup, link)
  expect([fs.lstatSync(link).isSymbolicLink(), await countIn(file)]).toEqual([true, 1])
})

test('a file that a collector has open is not replaced', async () => {
  const { folder, file, backup } = await stage()
  const store = await sqliteStore({ file })
  expect(() => restoreFile(backup, file)).toThrow(`A collector has ${file} open.`)
  await store.append(batchOf([eventOf(3)]))
  await store.close()
  expect(await countIn(file)).toBe(3)
  expect(fs.existsSync(join(folder, 'events.db.restoring'))).toBe(false)
})

test('a copy that was made with its log is put back with what is in the log', async () => {
  const { file, killed, backup } = await stage()
  restoreFile(backup, file)
  restoreFile(killed, file)
  expect(await countIn(file)).toBe(2)
})

test('a file whose pages are damaged is replaced', async () => {
  const { file, backup } = await stage()
  fs.writeFileSync(file, Buffer.concat([fs.readFileSync(file).subarray(0, 100), Buffer.alloc(40_000, 7)]))
  restoreFile(backup, file)
  expect(await countIn(file)).toBe(1)
})

test.each<readonly [string, (backup: string) => void, string]>([
  ['is the database of something else', other, 'it is no store of the collector'],
  ['is of a newer version', (backup) => run(backup, 'PRAGMA user_version = 1000'), 'another version of the collector'],
  ['is damaged', (backup) => fs.truncateSync(backup, 8192), 'it is damaged|malformed'],
  ['is a text', (backup) => fs.writeFileSync(backup, 'Dear diary'), 'not a database'],
  ['is empty', (backup) => fs.writeFileSync(backup, ''), 'it is no store of the collector'],
])('a backup that %s is refused, and the file stays as it is', async (_, spoil, said) => {
  const { file, backup } = await stage()
  spoil(backup)
  expect(() => restoreFile(backup, file)).toThrow(new RegExp(`backup\\.db cannot be put back: .*(${said})`))
  expect(await countIn(file)).toBe(2)
})

test.each<readonly [string, (file: string) => void]>([
  ['is the database of something else', other],
  ['is a text', (file) => fs.writeFileSync(file, 'Dear diary')],
])('a file that %s is not replaced', async (_, make) => {
  const { file, backup } = await stage()
  make(file)
  const before = fs.readFileSync(file)
  expect(() => restoreFile(backup, file)).toThrow(`${file} is the file of something else.`)
  expect(fs.readFileSync(file).equals(before)).toBe(true)
})

test('a backup that was copied over a file by hand is not used with the log of that file', async () => {
  const { killed, backup } = await stage()
  checkLog(killed)
  fs.copyFileSync(backup, killed)
  expect(() => checkLog(killed)).toThrow(`${killed}-wal belongs to the file that was there before.`)
  restoreFile(backup, killed)
  checkLog(killed)
  expect(await countIn(killed)).toBe(1)
})

function other(file: string): void {
  fs.rmSync(file)
  run(file, 'CREATE TABLE diary (day)')
}

function run(file: string, sql: string): void {
  const db = openSqlite(file)
  db.exec(sql)
  db.close()
}
