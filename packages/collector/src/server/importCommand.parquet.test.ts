import { expect, test } from 'vitest'
import { memoryStore } from '../testing/memoryStore.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { programRunner } from '../testing/runProgram.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'
import { contentOf, oldBatch, wholeEvents } from '../testing/wholeEvents.ts'
import { createProgram } from './createProgram.ts'

const runProgram = programRunner(createProgram)

const { path, open: openFile } = sqliteForTests()
const { folder, open } = parquetForTests()
const HOUR = 3_600_000

test('a folder of Parquet files is imported with the hour that is not over, once, and without deleted people', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = Date.now() - 2 * HOUR
  const { written } = await open({ store, folder: at, now: () => now })
  const app = { name: 'Rental Desk', promotion: 'production' }
  const people = (n: number) => ({ person: n === 1 ? 'ada' : 'bo', accounts: [['company', 'acme']] as const })
  await store.append(oldBatch(wholeEvents(1500, people), { app, receivedAt: now }))
  await written()
  now += HOUR
  await written()
  await store.append(oldBatch(wholeEvents(3), { app: { name: 'Other' }, receivedAt: now }))
  await written()

  const file = path('from-folder.db')
  const target = await openFile(file)
  await target.erase({ kind: 'person', id: 'ada' })
  await target.close()
  const command = ['import', at, '--store', file]
  expect(await runProgram(...command)).toBe('Events: 1502 new, 0 known, 1 erased, 0 refused.')
  expect(await runProgram(...command)).toBe('Events: 0 new, 1502 known, 1 erased, 0 refused. Nothing new was stored.')

  const imported = await openFile(file)
  const withoutClock = async (from: Parameters<typeof contentOf>[0]) =>
    (await contentOf(from)).map(({ clockAheadMs: _, ...event }) => event)
  const all = await withoutClock(store)
  expect(await withoutClock(imported)).toEqual(
    all.filter(({ body }) => (body as unknown as { identity: { id?: string } }).identity.id !== 'ada'),
  )
  expect(await imported.numbers()).toEqual([])
  await imported.close()
})
