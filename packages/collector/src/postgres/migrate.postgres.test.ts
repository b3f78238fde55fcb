import { expect, it } from 'vitest'
import { migrationsToRun, postgresStore } from '../postgres.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { migrations } from './migrations.ts'

const { open, query, server, connect } = postgresForTests()

it('tells what it would run, which is what has to be run', async () => {
  const schema = freshSchema()
  const options = { url: server().url, schema }
  const texts = await migrationsToRun(options)
  expect(texts).toHaveLength(migrations.length)
  expect((await query(`select to_regnamespace('${schema}') as there`)).rows).toEqual([{ there: null }])
  // As an administrator would run them.
  for (const text of texts) await query(text)
  expect(await migrationsToRun(options)).toEqual([])
  const store = await open({ schema })
  expect(await store.append(batchOf([eventWith()]))).toEqual(['new'])
})

it('runs once when collectors start together', async () => {
  const schema = freshSchema()
  await Promise.all(Array.from({ length: 4 }, () => open({ schema })))
  const { rows } = await query(`select number from ${schema}.migrations order by number`)
  expect(rows).toEqual(migrations.map((_, index) => ({ number: index + 1 })))
})

it('leaves nothing of a migration that fails', async () => {
  const schema = freshSchema()
  await query(`create schema ${schema}; create table ${schema}.sessions (id int)`)
  await expect(open({ schema })).rejects.toThrow(/^The setting "url" names a PostgreSQL .*"sessions" .*\.$/)
  expect((await query(`select to_regclass('${schema}.event') as there`)).rows).toEqual([{ there: null }])
  await query(`drop table ${schema}.sessions`)
  await open({ schema })
})

it('works with the tables of a newer version that has only added something', async () => {
  const schema = freshSchema()
  await open({ schema })
  await query(`insert into ${schema}.migrations (number) values (${migrations.length + 1})`)
  const store = await open({ schema })
  expect(await store.append(batchOf([eventWith()]))).toEqual(['new'])
  expect(await migrationsToRun({ url: server().url, schema })).toEqual([])
})

it('refuses a database of a newer version with which it cannot work', async () => {
  const schema = freshSchema()
  await open({ schema })
  await query(`insert into ${schema}.migrations (number, breaks) values (${migrations.length + 1}, true)`)
  const sentence = `The schema "${schema}" is of a newer version of the collector: it has the migration ${migrations.length + 1}, and this version knows ${migrations.length}.`
  await expect(open({ schema })).rejects.toThrow(sentence)
  await expect(migrationsToRun({ url: server().url, schema })).rejects.toThrow(sentence)
})

it('works for a user who may make no schema when it is there', async () => {
  const schema = freshSchema()
  await query(`create role ${schema} login; create schema ${schema} authorization ${schema}`)
  const url = server().url.replace('postgres@', `${schema}@`)
  const store = await postgresStore({ url, schema })
  try {
    expect(await store.append(batchOf([eventWith()]))).toEqual(['new'])
  } finally {
    await store.close()
  }
})

it('keeps the order of events when the dump of a server that has counted farther is restored', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(batchOf([eventWith(), eventWith()]))
  await store.close()
  await query(`update ${schema}.event set xact = xact + 1000000`)
  const restored = await open({ schema })
  const [first] = await restored.after(undefined, 1)
  const [second] = await restored.after(first?.cursor, 5)
  const fresh = eventWith()
  await restored.append(batchOf([fresh]))
  expect((await restored.after(second?.cursor, 5)).map(({ id }) => id)).toEqual([fresh.id])
  expect((await restored.newest(1)).map(({ id }) => id)).toEqual([fresh.id])
})

it('has views of events, flags, people, accounts and sessions, which no event breaks', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const body = (more: object) => JSON.stringify({ url: 'https://desk.example/', properties: { amount: 12 }, ...more })
  const times = { happenedAt: 1_700_000_000_000 }
  const flagged = eventWith({
    ...{ ...times, person: 'ada', session: 's', page: 'p', n: 1, accounts: [['company', 'acme\u001Finc']] },
    body: body({
      properties: { amount: 12, 'LDFF: new_pricing': true, 'LDFF: old': 'b' },
      flags: {
        new_pricing: { property: 'LDFF: new_pricing', variation: 1, version: 7, reason: 'RULE_MATCH' },
        'new-pricing': { value: { a: 1 }, variation: 'odd' },
        odd: 5,
      },
    }),
  })
  const odd = [
    'no JSON',
    '"text"',
    '{"properties":{"a":"\\u0000"}}',
    '{"properties":[],"flags":7}',
    `${'['.repeat(20_000)}`,
    'null',
  ]
  const events = [
    flagged,
    eventWith({
      ...times,
      person: 'ada',
      session: 's',
      happenedAt: 1_700_000_060_000,
      accounts: [['company', 'acme\u001Finc']],
    }),
    ...odd.map((text) => eventWith({ body: text })),
  ]
  expect(new Set(await store.append(batchOf(events)))).toEqual(new Set(['new']))
  const rows = async (sql: string) => (await query(sql)).rows
  expect(await rows(`select * from ${schema}.events where id = '${flagged.id}'`)).toEqual([
    {
      ...{
        id: flagged.id,
        name: 'quote created',
        happened_at: new Date(times.happenedAt),
        received_at: expect.any(Date),
      },
      ...{ app: 'Rental Desk', promotion: 'production', person: 'ada', impersonator: null, visitor: null },
      ...{ session: 's', page: 'p', n: '1', url: 'https://desk.example/', body: flagged.body },
      properties: { amount: 12, 'LDFF: new_pricing': true, 'LDFF: old': 'b' },
    },
  ])
  expect(
    await rows(`select sum((properties ->> 'amount')::int)::int as sum, count(*)::int from ${schema}.events`),
  ).toEqual([{ sum: 24, count: 8 }])
  expect(await rows(`select * from ${schema}.flag_values order by property`)).toEqual([
    {
      event: flagged.id,
      property: 'LDFF: new_pricing',
      value: true,
      variation: '1',
      version: '7',
      reason: 'RULE_MATCH',
    },
    { event: flagged.id, property: 'LDFF: old', value: 'b', variation: null, version: null, reason: null },
    { event: flagged.id, property: 'new-pricing', value: { a: 1 }, variation: null, version: null, reason: null },
  ])
  const span = [new Date(1_700_000_000_000), new Date(1_700_000_060_000)]
  expect(await rows(`select * from ${schema}.people`)).toEqual([
    { person: 'ada', first_seen: span[0], last_seen: span[1], events: '2' },
  ])
  expect(await rows(`select * from ${schema}.accounts`)).toEqual([
    { kind: 'company', key: 'acme\u001Finc', first_seen: span[0], last_seen: span[1], events: '2', people: '1' },
  ])
  expect(await rows(`select * from ${schema}.sessions`)).toEqual([
    {
      ...{ session: 's', app: 'Rental Desk', person: 'ada', started_at: span[0], ended_at: span[1] },
      ...{ events: '2', pages: '1' },
    },
  ])
  // A server that uses more than one process for a query must not fail.
  const client = await connect()
  await client.query('set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0')
  expect((await client.query(`select count(properties) from ${schema}.events`)).rows).toEqual([{ count: '8' }])
  await client.end()
})
