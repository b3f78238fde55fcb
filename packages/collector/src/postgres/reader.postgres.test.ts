import { expect, it } from 'vitest'
import { reasonOf } from '../door/reasonOf.ts'
import { postgresReader } from '../postgres.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query, server } = postgresForTests()

const relationsOf = async (schema: string) =>
  (await query(`select relname from pg_class where relnamespace = $1::regnamespace order by relname`, [schema])).rows

it('reads the events with the rights of a reader, and changes nothing', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(batchOf([eventWith(), eventWith()]))
  const before = await relationsOf(schema)
  await query(`create role ${schema} login; grant usage on schema ${schema} to ${schema};
    grant select on all tables in schema ${schema} to ${schema}`)
  const url = new URL(server().url)
  url.username = schema
  const reader = await postgresReader({ url: url.href, schema })
  try {
    expect(await reader.after(undefined, 10)).toEqual(await store.after(undefined, 10))
    expect(await reader.newest(10)).toHaveLength(2)
    expect(await reader.count()).toBe(2)
  } finally {
    await reader.close()
  }
  expect(await relationsOf(schema)).toEqual(before)
})

it('cannot write, whoever it is', async () => {
  const schema = freshSchema()
  await open({ schema })
  const before = await relationsOf(schema)
  const reader = await postgresReader({ url: server().url, schema })
  expect(await reader.after(undefined, 10)).toEqual([])
  await reader.close()
  expect(await relationsOf(schema)).toEqual(before)
})

it('says that there is nothing of a collector, and makes nothing', async () => {
  const schema = freshSchema()
  await expect(postgresReader({ url: server().url, schema })).rejects.toThrow(
    `The schema "${schema}" has no tables of this version of the collector. Start the collector first.`,
  )
  expect((await query(`select to_regnamespace($1) as there`, [schema])).rows).toEqual([{ there: null }])
})

it('is not ready when the events cannot be read', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.check()
  await query(`alter table ${schema}.event rename to away`)
  await expect(store.check()).rejects.toThrow(/event/)
  await query(`alter table ${schema}.away rename to event`)
  await store.check()
})

it('is not ready without the right to insert, and says so by the code of the server, as a batch that is not stored does', async () => {
  const schema = freshSchema()
  await query(`create role ${schema} login; create schema ${schema} authorization ${schema}`)
  const store = await open({ schema, url: server().url.replace('postgres@', `${schema}@`) })
  await store.check()
  await query(`revoke insert on ${schema}.event from ${schema}`)
  const failures = await Promise.all(
    [store.check(), store.append(batchOf([eventWith()]))].map((one) => one.catch((error: unknown) => reasonOf(error))),
  )
  expect(failures).toEqual(['42501', '42501'])
  await query(`grant insert on ${schema}.event to ${schema}`)
  await store.check()
})

it('names the right that is missing', async () => {
  const schema = freshSchema()
  await query(`create role ${schema} login`)
  const url = new URL(server().url)
  url.username = schema
  await expect(open({ url: url.href, schema })).rejects.toThrow(
    /permission denied .*\. Grant the role the right to create schemas, or make the schema "test_[0-9a-f]+" for it\.$/,
  )
})
