import { readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { lossReport } from './loss/lossMeter.ts'
import { retentionCommand } from './server/retentionCommand.ts'
import { changeSqliteRetention, sqliteReader, sqliteRetention, sqliteStore } from './sqlite.ts'
import { openSqlite } from './sqlite/driver.ts'
import { keptByAll } from './testing/keptByAll.ts'
import { keptSums, sumsAreRight } from './testing/keptSums.ts'
import { batchOf, eventOf } from './testing/events.ts'
import { sqliteForTests } from './testing/sqliteForTests.ts'

const { path, open, create, again } = sqliteForTests()

let count = 0
const createPlace = () => {
  const file = path(`place-${++count}.db`)
  return (choice = {}) => sqliteStore({ file, ...choice })
}

describe('SQLite as a place of several openers', () => {
  test.each(keptByAll(createPlace))('$name', ({ run }) => run())
})

describe('SQLite as the keeper of sums', () => {
  test.each(keptSums(create, again))('$name', ({ run }) => run())
})

test('the sums of SQLite follow what an older version writes, and what retention deletes', async () => {
  const file = path('sums.db')
  const store = await open(file)
  const note = (page: string, last: number, receivedAt: number) =>
    store.append(batchOf([eventOf(last, { page, n: 1 })], { pages: [{ page, last, fates: [] }], receivedAt }))
  const now = Date.now()
  await note('old', 7, now - 50 * 86_400_000)
  await note('older', 9, now - 55 * 86_400_000)
  await note('new', 5, now)
  await sumsAreRight(store, { now })
  const other = openSqlite(file)
  other.exec("DELETE FROM pages WHERE page = 'old'")
  other.exec("DELETE FROM numbers WHERE page = 'old'")
  other.exec("UPDATE numbers SET last = 3 WHERE page = 'new'")
  other.exec("UPDATE pages SET last = 8 WHERE page = 'new'")
  await sumsAreRight(store, { now })
  expect(await store.loss?.({ now })).toMatchObject({ expected: 17, stored: 4, onTheWay: 5, unexplained: 8 })
  for (const table of ['loss_sums', 'page_counts', 'cohorts', 'uncounted']) other.exec(`DROP TABLE ${table}`)
  for (const trigger of ['page_added', 'page_changed', 'page_removed']) other.exec(`DROP TRIGGER ${trigger}`)
  await store.close()
  other.close()
  const next = await open(file)
  await sumsAreRight(next, { now })
  await next.close()
})

test('SQLite makes the folder of its file', async () => {
  const store = await open(path('some', 'where', 'events.db'))
  await store.check()
  expect(await store.count()).toBe(0)
  await store.close()
})

test('SQLite waits for another writer of its file', async () => {
  const file = path('busy.db')
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
  const file = path('small.db')
  const numbered = (n: number) => eventOf(n, { page: 'page', n })
  const pages = [{ page: 'page', last: 7, fates: [{ fate: 'delivered', first: 1, last: 7 }] }]
  const before = await open(file)
  await before.append(batchOf([1, 2, 3, 5, 6, 7].map(numbered), { pages }))
  await before.close()
  await changeSqliteRetention(file, { maxBytes: 1 })
  const store = await open(file)
  await expect.poll(() => store.count()).toBe(0)
  const report = lossReport(await store.numbers(), { now: Date.now(), onTheWayMs: 0, outstandingMs: Infinity })
  expect(report).toMatchObject({ expected: 7, stored: 6, explained: {}, unexplained: 1, outstanding: 0 })
  expect(report.pages.map(({ missing }) => missing)).toEqual(['4'])
  await store.close()
})

test('SQLite keeps the numbers of a page in one row while they come in order', async () => {
  const file = path('numbers.db')
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

test('SQLite keeps ten thousand ranges of a page, and goes on with those that it has', async () => {
  const store = await open(path('ranges.db'))
  const tell = (first: number) =>
    store.append(
      batchOf([eventOf(first, { page: 'other', n: first })], {
        pages: [
          {
            page: 'page',
            fates: Array.from({ length: 1000 }, (_, index) => {
              const n = first + 2 * index
              return { fate: 'filtered', first: n, last: n }
            }),
          },
        ],
      }),
    )
  for (let post = 0; post < 12; post += 1) await tell(1 + post * 2000)
  const numbers = async () => (await store.numbers()).find(({ page }) => page === 'page')?.fates.get('filtered') ?? []
  expect(await numbers()).toHaveLength(10_000)
  await store.append(batchOf([], { pages: [{ page: 'page', fates: [{ fate: 'filtered', first: 1, last: 30_000 }] }] }))
  expect(await numbers()).toEqual([[1, 30_000]])
  await store.close()
})

test('a collector starts while another one writes to its file', async () => {
  const file = path('started.db')
  await (await sqliteStore({ file })).close()
  const other = openSqlite(file)
  other.exec('BEGIN IMMEDIATE')
  const store = await sqliteStore({ file })
  other.exec('COMMIT')
  other.close()
  await store.close()
})

test('a deletion that fails does not hold up those after it', async () => {
  const file = path('erasures.db')
  await (await sqliteStore({ file })).close()
  const db = openSqlite(file)
  db.exec(
    "INSERT INTO erasures (id, kind, digests, before, deleted, pending) VALUES ('one', 'person', '[]', 1, 0, 'nonsense')",
  )
  db.close()
  const failures: unknown[] = []
  const store = await sqliteStore({ file, log: (...said) => failures.push(said) })
  await store.append(batchOf([eventOf(1, { person: 'ada' })]))
  await store.erase({ kind: 'person', id: 'ada' })
  await vi.waitFor(async () => expect((await store.erasures())[0]?.status).toBe('done'))
  expect(await store.count()).toBe(0)
  expect(failures).toContainEqual([
    'error',
    'Events about somebody could not be deleted yet. It is tried again.',
    { reason: expect.any(String) },
  ])
  await store.close()
})

test.each([
  [{ retentionDays: 0 }, 'The setting "retentionDays" must be a whole number from 1 to 3650.'],
  [{ retentionDays: NaN }, 'The setting "retentionDays" must be a whole number from 1 to 3650.'],
  [{ retentionDays: 1.5 }, 'The setting "retentionDays" must be a whole number from 1 to 3650.'],
  [{ maxBytes: 0 }, 'The setting "maxBytes" must be more than 0.'],
  [{ maxBytes: -1 }, 'The setting "maxBytes" must be more than 0.'],
])('%j is no setting', async (setting, sentence) => {
  await expect(sqliteStore({ file: ':memory:', ...setting })).rejects.toThrow(sentence)
  await expect(changeSqliteRetention('missing.db', setting)).rejects.toThrow(sentence)
})

test('a limit of bytes belongs to the file: a smaller one deletes nothing until it is changed', async () => {
  const file = path('limited.db')
  const first = await open(file)
  await first.append(batchOf([eventOf(1), eventOf(2)]))
  await first.close()
  const said: unknown[] = []
  const second = await sqliteStore({ file, maxBytes: 1, log: (...one) => said.push(one) })
  expect(await second.count()).toBe(2)
  expect(said).toEqual([['warn', expect.stringContaining('"maxBytes"'), { chosen: 1, kept: 'unlimited' }]])
  expect(sqliteRetention(file)).toEqual({ retentionDays: 31, consentRetentionDays: Infinity, maxBytes: Infinity })
  await changeSqliteRetention(file, { maxBytes: 1 })
  await second.close()
  const third = await open(file)
  await expect.poll(() => third.count()).toBe(0)
  await third.close()
})

test('a collector that runs deletes what is too old for a retention that another process has changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    const file = path('changed.db')
    const store = await sqliteStore({ file, retentionDays: 90 })
    const receivedAt = Date.now() - 60 * 86_400_000
    await store.append(batchOf([eventOf(1)], { receivedAt }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await store.count()).toBe(1)
    await changeSqliteRetention(file, { retentionDays: 31 })
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await store.count()).toBe(0))
    await store.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a file that does not say for how long it keeps events keeps those that it has', async () => {
  const file = path('silent.db')
  const first = await sqliteStore({ file, retentionDays: 90 })
  await first.append(batchOf([eventOf(1)], { receivedAt: Date.now() - 60 * 86_400_000 }))
  await first.close()
  const db = openSqlite(file)
  db.exec("DELETE FROM settings WHERE name = 'retention_days'")
  db.close()
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await retentionCommand().parseAsync(['--store', file], { from: 'user' })
  expect(said).toHaveBeenCalledWith(
    expect.stringMatching(/^Events are kept for ever, until a collector opens the file\./),
  )
  said.mockRestore()
  const store = await sqliteStore({ file, retentionDays: 7 })
  expect(await store.count()).toBe(1)
  await store.close()
  expect(sqliteRetention(file).retentionDays).toBeGreaterThanOrEqual(60)
})

test('only a file of a collector has a retention', async () => {
  await expect(changeSqliteRetention(path('missing.db'), { retentionDays: 1 })).rejects.toThrow(
    /^There is no file .*missing\.db\. Choose the file of a collector\.$/,
  )
})

test('a reader changes nothing, and makes no file', async () => {
  const file = path('read.db')
  const store = await open(file)
  await store.append(batchOf([eventOf(1), eventOf(2)]))
  const reader = sqliteReader(file)
  expect(await reader.after(undefined, 10)).toEqual(await store.after(undefined, 10))
  await store.append(batchOf([eventOf(3)]))
  expect(await reader.count()).toBe(3)
  await reader.close()
  await store.close()
  expect(() => sqliteReader(path('missing.db'))).toThrow(
    /^There is no file .*missing\.db\. Choose the file of a collector\.$/,
  )
  const other = path('other.db')
  const db = openSqlite(other)
  db.exec('CREATE TABLE notes (id)')
  db.close()
  expect(() => sqliteReader(other)).toThrow(/^The file .*other\.db is not one of this version of the collector\.$/)
})

describe('the file of SQLite under a running collector', () => {
  test.each<[string, string, (file: string) => void]>([
    ['another file is put in its place', 'FILE_EXCHANGED', (file) => renameSync(path('backup.db'), file)],
    ['it is removed', 'FILE_REMOVED', (file) => rmSync(file)],
    ['its folder is moved', 'FILE_REMOVED', (file) => renameSync(dirname(file), `${dirname(file)}-moved`)],
  ])('no event is acknowledged, and the store is not ready, when %s', async (_, code, act) => {
    const file = path(`folder-${++count}`, 'events.db')
    const backup = await open(path('backup.db'))
    await backup.close()
    const store = await open(file)
    expect(await store.append(batchOf([eventOf(1)]))).toEqual(['new'])
    await store.check()
    act(file)
    await expect(store.append(batchOf([eventOf(2)]))).rejects.toMatchObject({ code })
    await expect(store.check()).rejects.toMatchObject({ code })
    await store.close()
    rmSync(path('backup.db'), { force: true })
  })

  test('a check of the store writes', async () => {
    const file = path('checked.db')
    const store = await open(file)
    const other = openSqlite(file)
    other.exec('BEGIN IMMEDIATE')
    const isReady = vi.fn()
    const checked = store.check().then(isReady)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isReady).not.toHaveBeenCalled()
    other.exec('COMMIT')
    await checked
    expect(isReady).toHaveBeenCalled()
    other.close()
    await store.close()
  })
})

test('when a deletion is done, neither the file nor the one beside it has anything of the person', async () => {
  const file = path('erased.db')
  const store = await open(file)
  const secret = 'ida-the-person-who-is-deleted'
  await store.append(batchOf([1, 2, 3].map((n) => eventOf(n, { person: secret, body: JSON.stringify({ secret }) }))))
  const isThere = () => [file, `${file}-wal`].some((one) => readFileSync(one, 'latin1').includes(secret))
  expect(isThere()).toBe(true)
  await store.erase({ kind: 'person', id: secret })
  await expect.poll(async () => (await store.erasures())[0]?.status).toBe('done')
  expect(isThere()).toBe(false)
  expect(await store.count()).toBe(0)
  await store.close()
})

test('a deletion ends when another process has stopped reading the file', async () => {
  const file = path('erased-while-read.db')
  const log = vi.fn()
  const store = await sqliteStore({ file, log })
  await store.append(batchOf([eventOf(1, { person: 'ida' })]))
  const reader = openSqlite(file)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) AS count FROM events').get()
  const statuses = async () => (await store.erasures()).map(({ status, deleted }) => [status, deleted])
  await store.erase({ kind: 'person', id: 'ida' })
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce())
  expect(await statuses()).toEqual([['running', 1]])
  expect(await store.runningErasures?.()).toEqual(await store.erasures())

  // The next deletion tries this one again, too.
  await store.erase({ kind: 'person', id: 'kim' })
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(3))
  expect(log.mock.calls.map(([, , { reason }]) => reason)).toEqual(Array(3).fill(expect.stringContaining('BUSY')))
  reader.exec('COMMIT')
  reader.close()
  await store.erase({ kind: 'person', id: 'lee' })
  await vi.waitFor(async () =>
    expect(await statuses()).toEqual(Array.from({ length: 3 }, () => ['done', expect.any(Number)])),
  )
  expect(await store.runningErasures?.()).toEqual([])
  await store.close()
})

test('a deletion whose process stopped after the last event is ended by the next one', async () => {
  const file = path('erased-and-stopped.db')
  await (await sqliteStore({ file })).close()
  const db = openSqlite(file)
  db.exec(
    "INSERT INTO erasures (id, kind, digests, before, deleted, pending) VALUES ('one', 'person', '[\"digest\"]', 1, 1, '[]')",
  )
  db.close()
  const log = vi.fn()
  const store = await sqliteStore({ file, log })
  await vi.waitFor(async () => expect(await store.erasures()).toMatchObject([{ status: 'done', deleted: 1 }]))
  expect(log).not.toHaveBeenCalled()
  await store.close()
})

test('a file of an older version is read, and then knows which deletions leave decisions about consent', async () => {
  const file = path('older-erasures.db')
  const first = await open(file)
  await first.erase({ kind: 'person', id: 'ida' }, 1)
  await expect.poll(async () => (await first.erasures())[0]?.status).toBe('done')
  await first.close()
  const db = openSqlite(file)
  db.exec('ALTER TABLE erasures DROP COLUMN keeps_consents')
  db.close()
  const reader = sqliteReader(file)
  expect((await reader.orders()).orders).toEqual([expect.not.objectContaining({ keepsConsents: true })])
  await reader.close()
  const store = await open(file)
  await store.erase({ kind: 'person', id: 'kim' }, 1, { keepsConsents: true })
  expect((await store.erasures()).map(({ keepsConsents }) => keepsConsents)).toEqual([true, undefined])
  await store.close()
})
