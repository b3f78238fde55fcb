import { expect, test } from 'vitest'
import { postgresReader } from '../postgres.ts'
import { eventRow } from '../parquet/eventRow.ts'
import { batchesWithColumns, columnsAreRight } from '../testing/columnsAreRight.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, server } = postgresForTests()

test('the columns of events say what their bodies say', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  for (const batch of batchesWithColumns()) await store.append(batch)
  const reader = await postgresReader({ url: server().url, schema })
  await columnsAreRight(reader, eventRow)
  await reader.close()
})

test('columns cannot be read of an event whose body is no JSON', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(batchOf([eventOf(1, { body: 'no JSON' })]))
  const reader = await postgresReader({ url: server().url, schema })
  await expect(reader.columns(['url'], undefined)[Symbol.asyncIterator]().next()).rejects.toThrow(/json/)
  await reader.close()
})
