import { expect, test } from 'vitest'
import { memoryStore } from '../testing/memoryStore.ts'
import { startOutlets } from './startOutlets.ts'

test.each(['parquet', 'kafka'])('a stream has no outlet, and is closed: --%s', async (outlet) => {
  let isClosed = false
  const { append, check } = memoryStore()
  const store = { name: 'Kafka', append, check, close: async () => void (isClosed = true) }
  await expect(startOutlets({ [outlet]: 'somewhere' }, { store, log: () => undefined })).rejects.toThrow(
    `Kafka cannot be read. Leave out --${outlet}.`,
  )
  expect(isClosed).toBe(true)
})

test('an address that cannot be understood is not quoted, and the store is closed', async () => {
  let isClosed = false
  const store = { ...memoryStore(), close: async () => void (isClosed = true) }
  const starting = startOutlets({ kafka: 'kafka://me:SECRET@one:9092/events' }, { store, log: () => undefined })
  await expect(starting).rejects.toThrow(/^An address of Kafka must be like(?!.*SECRET)/)
  expect(isClosed).toBe(true)
})

test('without an outlet, there is nothing to be behind', async () => {
  const outlets = await startOutlets({}, { store: memoryStore(), log: () => undefined })
  expect(outlets.kafkaBehindMs).toBeUndefined()
  await outlets.stop()
})
