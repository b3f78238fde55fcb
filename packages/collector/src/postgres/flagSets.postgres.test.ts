import { expect, it } from 'vitest'
import { shareFlags, type SharedFlags } from '../store/sharedFlags.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import type { Needs } from './needs.ts'
import { openPools } from './openPools.ts'
import { keepPartitions } from './partitions.ts'
import { readOptions } from './readOptions.ts'

const { open, query, server } = postgresForTests()
const DAY = 86_400_000
const NOW = Date.now()

const set = (value: string) => ({ 'LDFF: plan': 'gold', 'LDFF: text': value.repeat(1000) })
const details = { plan: { property: 'LDFF: plan', variation: 1, version: 12, reason: 'RULE_MATCH' } }
const flags = (value: string) => shareFlags(set(value), details) as SharedFlags
const body = (more: object) => JSON.stringify({ url: '/quotes', properties: { total: 1, ...more } })

const rowsOf = async (sql: string) => (await query(sql)).rows as readonly Record<string, unknown>[]
const countIn = async (schema: string) =>
  Number((await rowsOf(`select count(*) from ${schema}.flag_sets`))[0]?.['count'])

it('keeps flags once, and the views have them as those of an event that has them in its body', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const [shared, plain] = [
    eventWith({ body: body({ total: 2 }), flags: flags('a') }),
    eventWith({ body: JSON.stringify({ url: '/quotes', properties: { total: 2, ...set('a') }, flags: details }) }),
  ]
  const others = Array.from({ length: 500 }, () => eventWith({ body: body({}), flags: flags('b') }))
  await store.append(batchOf([shared, plain, ...others]))
  expect(await countIn(schema)).toBe(2)
  const views = async (id: string) => [
    await rowsOf(`select url, properties, body::jsonb from ${schema}.events where id = '${id}'`),
    await rowsOf(
      `select property, value, variation, version, reason from ${schema}.flag_values where event = '${id}' order by property`,
    ),
  ]
  expect(await views(shared.id)).toEqual(await views(plain.id))
  expect((await views(shared.id))[1]).toHaveLength(2)
})

it('marks flags that are used again on another day, and writes nothing within one', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const rowOf = async () => (await rowsOf(`select xmin::text, used_at from ${schema}.flag_sets`))[0]
  const append = () => store.append(batchOf([eventWith({ body: '{}', flags: flags('a') })]))
  await append()
  const first = await rowOf()
  await append()
  expect(await rowOf()).toEqual(first)
  await query(`update ${schema}.flag_sets set used_at = now() - interval '2 days'`)
  await append()
  expect(Math.abs(Number((await rowOf())?.['used_at']) - NOW)).toBeLessThan(DAY / 2)
})

it('deletes flags when no event can have them any more, and not before', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const ahead = eventWith({ body: '{}', flags: flags('a') })
  await store.append(batchOf([ahead]))
  const settings = readOptions({ url: server().url, schema, retentionDays: 31 })
  const needs: Needs = { settings, pools: openPools(settings) }
  const days = async (after: number) => {
    await keepPartitions(needs, NOW + after * DAY)
    return countIn(schema)
  }
  try {
    expect(await days(31 + 7 + 8)).toBe(1)
    expect(await days(31 + 7 + 8 + 4)).toBe(0)
  } finally {
    await needs.pools.end()
  }
})

it('many collectors that store the same new flags in the same moment store each event', async () => {
  const schema = freshSchema()
  const stores = await Promise.all([open({ schema }), open({ schema }), open({ schema })])
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const batches = stores.map((_, index) =>
    batchOf(
      [...letters.slice(index * 7), ...letters.slice(0, index * 7)].map((letter) =>
        eventWith({ body: '{}', flags: flags(letter) }),
      ),
    ),
  )
  const outcomes = await Promise.all(stores.map((store, index) => store.append(batches[index] ?? batchOf([]))))
  expect(new Set(outcomes.flat())).toEqual(new Set(['new']))
  const [{ length } = { length: 0 }] = [(await stores[0]?.newest(1000)) ?? []]
  expect(length).toBe(78)
  expect(await countIn(schema)).toBe(26)
})
