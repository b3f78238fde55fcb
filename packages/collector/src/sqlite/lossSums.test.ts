import { expect, test, vi } from 'vitest'
import { sqliteStore } from '../sqlite.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'
import { openSqlite } from './driver.ts'

const { path } = sqliteForTests()

test('a report says how many pages are not counted yet, until all are', async () => {
  const file = path('behind.db')
  const store = await sqliteStore({ file })
  const now = Date.now()
  const append = (page: string) => store.append(batchOf([eventOf(1, { page, n: 1 })], { receivedAt: now }))
  await append('first')
  expect(await store.loss?.({ now })).toMatchObject({ expected: 1, stored: 1 })
  const other = openSqlite(file)
  other.exec("CREATE TRIGGER full BEFORE INSERT ON page_counts BEGIN SELECT RAISE(ABORT, 'full'); END")
  await append('second')
  await append('third')
  expect(await store.loss?.({ now })).toMatchObject({ expected: 1, stored: 1, uncountedPages: 2 })
  other.exec('DROP TRIGGER full')
  other.close()
  const report = await store.loss?.({ now })
  expect(report).toMatchObject({ expected: 3, stored: 3 })
  expect(report).not.toHaveProperty('uncountedPages')
  await store.close()
})

test('one line is logged when pages cannot be counted any more, and one when they are counted again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    const file = path('uncounted.db')
    const said: unknown[][] = []
    const store = await sqliteStore({ file, log: (...one) => said.push(one) })
    const other = openSqlite(file)
    other.exec("CREATE TRIGGER full BEFORE INSERT ON page_counts BEGIN SELECT RAISE(ABORT, 'full'); END")
    await store.append(batchOf([eventOf(1, { page: 'page', n: 1 })]))
    for (let round = 0; round < 5; round += 1) {
      await vi.advanceTimersByTimeAsync(5000)
      await store.loss?.({ now: Date.now() })
    }
    expect(said).toEqual([
      [
        'error',
        'What is known about pages could not be counted yet. It is tried again.',
        { reason: expect.any(String) },
      ],
    ])
    other.exec('DROP TRIGGER full')
    other.close()
    expect(await store.loss?.({ now: Date.now() })).toMatchObject({ expected: 1 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(said.slice(1)).toEqual([['info', 'What is known about pages is counted again.', {}]])
    await store.close()
  } finally {
    vi.useRealTimers()
  }
})
