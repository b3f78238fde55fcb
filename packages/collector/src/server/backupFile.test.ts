import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../sqlite/driver.ts'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { backupFile } from './backupFile.ts'

let root = ''
beforeAll(() => void (root = fs.mkdtempSync(join(tmpdir(), 'backup-'))))
afterAll(() => fs.rmSync(root, { recursive: true }))

/** A file of some events, and a name for its backup in a folder that is empty. */
async function stage() {
  const folder = fs.mkdtempSync(join(root, 'stage-'))
  const backups = join(folder, 'backups')
  fs.mkdirSync(backups)
  const file = join(folder, 'events.db')
  const store = await sqliteStore({ file })
  await store.append(batchOf(Array.from({ length: 200 }, (_, i) => eventOf(i + 1))))
  return { store, file, backups, copy: join(backups, 'copy.db') }
}

async function countIn(file: string): Promise<number> {
  const reader = sqliteReader(file)
  return reader.count().finally(() => reader.close())
}

test('a backup has the events of a store that is open, and nothing is beside it', async () => {
  const { store, file, backups, copy } = await stage()
  backupFile(file, copy)
  expect(fs.readdirSync(backups)).toEqual(['copy.db'])
  expect(await countIn(copy)).toBe(200)
  await store.close()
})

test('a backup that fails in the middle leaves no file that looks like one', async () => {
  const { store, file, backups, copy } = await stage()
  await store.close()
  const size = fs.statSync(file).size
  fs.writeFileSync(file, Buffer.concat([fs.readFileSync(file).subarray(0, size / 2), Buffer.alloc(size / 2, 7)]))
  expect(() => backupFile(file, copy)).toThrow(/malformed/)
  expect(fs.readdirSync(backups)).toEqual([])
})

test('what a killed backup has left is replaced by the next one', async () => {
  const { store, file, backups, copy } = await stage()
  for (const end of ['', '-journal']) fs.writeFileSync(`${copy}.writing${end}`, 'half a backup')
  backupFile(file, copy)
  expect(fs.readdirSync(backups)).toEqual(['copy.db'])
  expect(await countIn(copy)).toBe(200)
  await store.close()
})

test('only those who may read the store may read its backup', async () => {
  const { store, file, copy } = await stage()
  fs.chmodSync(file, 0o600)
  backupFile(file, copy)
  expect(fs.statSync(copy).mode & 0o777).toBe(0o600)
  await store.close()
})

test('a file that is there already stays as it is', async () => {
  const { store, file, copy } = await stage()
  fs.writeFileSync(copy, 'Dear diary')
  expect(() => backupFile(file, copy)).toThrow(`${copy} exists already.`)
  expect(fs.readFileSync(copy, 'utf8')).toBe('Dear diary')
  await store.close()
})

test('a store that is not there is not made', async () => {
  const { store, file, backups, copy } = await stage()
  expect(() => backupFile(`${file}.wrong`, copy)).toThrow(`There is no file ${file}.wrong.`)
  expect(() => backupFile(file, join(backups, 'no', 'copy.db'))).toThrow(`The folder ${backups}/no`)
  expect([fs.existsSync(`${file}.wrong`), fs.readdirSync(backups)]).toEqual([false, []])
  await store.close()
})

test('a backup is a whole database by itself', async () => {
  const { store, file, copy } = await stage()
  backupFile(file, copy)
  const db = openSqlite(copy)
  expect(db.prepare('PRAGMA integrity_check').get()?.['integrity_check']).toBe('ok')
  db.close()
  await store.close()
})
