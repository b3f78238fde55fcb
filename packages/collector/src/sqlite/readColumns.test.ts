import { expect, test } from 'vitest'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import { eventRow } from '../parquet/eventRow.ts'
import { batchesWithColumns, columnsAreRight } from '../testing/columnsAreRight.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'

const { path } = sqliteForTests()

test('the columns of events say what their bodies say', async () => {
  const file = path('columns.db')
  const store = await sqliteStore({ file })
  for (const batch of batchesWithColumns()) await store.append(batch)
  const reader = sqliteReader(file)
  await columnsAreRight(reader, eventRow)
  await reader.close()
  await store.close()
})

test('columns cannot be read of an event whose body is no JSON', async () => {
  const file = path('no-json.db')
  const store = await sqliteStore({ file })
  await store.append(batchOf([eventOf(1, { body: 'no JSON' })]))
  const reader = sqliteReader(file)
  await expect(reader.columns(['name'], undefined)[Symbol.asyncIterator]().next()).rejects.toThrow(/malformed/)
  await reader.close()
  await store.close()
})
