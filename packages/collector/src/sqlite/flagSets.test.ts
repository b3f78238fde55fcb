import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import { type SharedFlags, shareFlags } from '../store/sharedFlags.ts'
import { batchOf, eventOf, eventsOf, START } from '../testing/events.ts'
import { openSqlite } from './driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'flag-sets-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fresh = () => join(folder, `${(files += 1)}.db`)

const flags = (value: string) => shareFlags({ 'LDFF: text': value.repeat(2000) }, undefined) as SharedFlags

function inFile<T>(file: string, ask: (db: ReturnType<typeof openSqlite>) => T): T {
  const db = openSqlite(file)
  try {
    return ask(db)
  } finally {
    db.close()
  }
}
const count = (file: string) =>
  inFile(file, (db) => Number(db.prepare('SELECT count(*) AS n FROM flag_sets').get()?.['n']))

test('flags are kept once for all events, and as long as one has them', async () => {
  const file = fresh()
  const store = await sqliteStore({ file })
  await store.append(
    batchOf(eventsOf(1, 1000, (n) => ({ flags: flags(n % 2 ? 'a' : 'b'), person: n === 7 ? 'p' : 'q' }))),
  )
  expect(count(file)).toBe(2)
  // A copy with other flags is not stored, and so are they.
  await store.append(batchOf([eventOf(1, { flags: flags('c') })]))
  expect(count(file)).toBe(2)
  await store.erase({ kind: 'person', id: 'q' })
  await expect.poll(async () => (await store.erasures())[0]?.status).toBe('done')
  expect(count(file)).toBe(1)
  await store.close()
})

test('flags leave the file with the last event that has them, when it is old', async () => {
  const file = fresh()
  const first = await sqliteStore({ file, retentionDays: 7 })
  const old = START - 30 * 86_400_000
  await first.append(batchOf([eventOf(1, { flags: flags('a') })], { receivedAt: old }))
  await first.append(batchOf([eventOf(2, { flags: flags('b') })]))
  await first.close()
  const second = await sqliteStore({ file })
  await expect.poll(() => count(file)).toBe(1)
  await second.close()
})

test('a file of an older version is read, and gets the table when it is opened', async () => {
  const file = fresh()
  const before = await sqliteStore({ file })
  await before.append(batchOf([eventOf(1)]))
  await before.close()
  inFile(file, (db) => {
    db.exec('DROP TRIGGER event_removed; DROP INDEX events_by_flag_set; DROP TABLE flag_sets')
    db.exec('ALTER TABLE events DROP COLUMN flag_set')
  })
  const reader = sqliteReader(file)
  expect(await reader.newest(10)).toHaveLength(1)
  await reader.close()
  const store = await sqliteStore({ file })
  await store.append(batchOf([eventOf(2, { body: '{}', flags: flags('a') })]))
  expect((await store.newest(10)).map(({ body }) => body.length > 2000)).toEqual([true, false])
  await store.close()
})
