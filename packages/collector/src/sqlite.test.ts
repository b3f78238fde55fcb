import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lossReport } from './loss/lossMeter.ts'
import { sqliteReader, sqliteStore } from './sqlite.ts'
import { openSqlite } from './sqlite/driver.ts'
import type { EventStore } from './store/store.ts'
import { testPeople, testReader, testSink } from './testing.ts'
import { keptByAll } from './testing/keptByAll.ts'
import { batchOf, eventOf } from './testing/events.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'collector-sqlite-'))))
afterAll(() => rm(folder, { recursive: true }))

const fileOf = new WeakMap<EventStore, string>()
let count = 0

async function open(file: string): Promise<EventStore> {
  const store = await sqliteStore({ file })
  fileOf.set(store, file)
  return store
}

const create = () => open(join(folder, `${++count}.db`))
const createPlace = () => {
  const file = join(folder, `${++count}.db`)
  return (choice = {}) => sqliteStore({ file, ...choice })
}
const again = (store: EventStore) => open(fileOf.get(store) ?? '')

describe.each([
  ['a sink', testSink(create, { createMore: again, reopen: again })],
  ['a reader', testReader(create, { createMore: again, reopen: again })],
  ['people', testPeople(create, { createMore: again, reopen: again })],
  ['a place of several openers', keptByAll(createPlace)],
])('SQLite as %s', (_, checks) => {
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('SQLite makes the folder of its file', async () => {
  const store = await open(join(folder, 'some', 'where', 'events.db'))
  await store.check()
  expect(await store.count()).toBe(0)
  await store.close()
})

test('SQLite waits for another writer of its file', async () => {
  const file = join(folder, 'busy.db')
  const store = await open(file)
  const other = openSqlite(file)
  other.exec('BEGIN IMMEDIATE')
  const written = store.append(batchOf([eventOf(1)]))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await store.count()).toBe(0)
  other.exec('COMMIT')
  expect(await written).toEqual(['new'])
  other.close()
  await store.close()
})

test('events that were deleted to make room for newer ones are not counted as lost', async () => {
  const file = join(folder, 'small.db')
  const numbered = (n: number) => eventOf(n, { page: 'page', n })
  const pages = [{ page: 'page', last: 7, fates: [{ fate: 'delivered', first: 1, last: 7 }] }]
  const before = await open(file)
  await before.append(batchOf([1, 2, 3, 5, 6, 7].map(numbered), { pages }))
  await before.close()
  const store = await sqliteStore({ file, maxBytes: 1 })
  await expect.poll(() => store.count()).toBe(0)
  const report = lossReport(await store.numbers(), { now: Date.now(), onTheWayMs: 0, outstandingMs: Infinity })
  expect(report).toMatchObject({ expected: 7, stored: 6, explained: {}, unexplained: 1, outstanding: 0 })
  expect(report.pages.map(({ missing }) => missing)).toEqual(['4'])
  await store.close()
})

test('SQLite keeps the numbers of a page in one row while they come in order', async () => {
  const file = join(folder, 'numbers.db')
  const store = await open(file)
  for (const n of [1, 2, 3, 4, 4, 2, 7, 8, 5]) await store.append(batchOf([eventOf(n, { page: 'page', n })]))
  expect((await store.numbers())[0]?.arrived).toEqual([
    [1, 5],
    [7, 8],
  ])
  await store.close()
  const db = openSqlite(file)
  expect(Number(db.prepare('SELECT count(*) AS count FROM numbers').get()?.['count'])).toBe(2)
  db.close()
})

test('a collector starts while another one writes to its file', async () => {
  const file = join(folder, 'started.db')
  await (await sqliteStore({ file })).close()
  const other = openSqlite(file)
  other.exec('BEGIN IMMEDIATE')
  const store = await sqliteStore({ file })
  other.exec('COMMIT')
  other.close()
  await store.close()
})

test('a deletion that fails does not hold up those after it', async () => {
  const file = join(folder, 'erasures.db')
  await (await sqliteStore({ file })).close()
  const db = openSqlite(file)
  db.exec(
    "INSERT INTO erasures (id, kind, digests, before, deleted, pending) VALUES ('one', 'person', '[]', 1, 0, 'nonsense')",
  )
  db.close()
  const failures: unknown[] = []
  const store = await sqliteStore({ file, failed: (error) => failures.push(error) })
  await store.append(batchOf([eventOf(1, { person: 'ada' })]))
  await store.erase({ kind: 'person', id: 'ada' })
  await vi.waitFor(async () => expect((await store.erasures())[0]?.status).toBe('done'))
  expect(await store.count()).toBe(0)
  expect(failures.length).toBeGreaterThan(0)
  await store.close()
})

test.each([{ retentionDays: 0 }, { retentionDays: NaN }, { maxBytes: 0 }, { maxBytes: -1 }])(
  '%j is no setting',
  (setting) =>
    expect(sqliteStore({ file: ':memory:', ...setting })).rejects.toThrow(/^The setting ".+" must be more than 0\.$/),
)

test('a reader changes nothing, and makes no file', async () => {
  const file = join(folder, 'read.db')
  const store = await open(file)
  await store.append(batchOf([eventOf(1), eventOf(2)]))
  const reader = sqliteReader(file)
  expect(await reader.after(undefined, 10)).toEqual(await store.after(undefined, 10))
  await store.append(batchOf([eventOf(3)]))
  expect(await reader.count()).toBe(3)
  await reader.close()
  await store.close()
  expect(() => sqliteReader(join(folder, 'missing.db'))).toThrow(/^There is no file .*missing\.db\.$/)
  const other = join(folder, 'other.db')
  const db = openSqlite(other)
  db.exec('CREATE TABLE notes (id)')
  db.close()
  expect(() => sqliteReader(other)).toThrow(/^The file .*other\.db is not one of this version of the collector\.$/)
})
