import { expect, it } from 'vitest'
import { changePostgresRetention } from '../postgres.ts'
import { batchOf, eventWith, idAt } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import type { Needs } from './needs.ts'
import { openPools } from './openPools.ts'
import { keepPartitions } from './partitions.ts'
import { readOptions } from './readOptions.ts'

const { open, query, server, connect } = postgresForTests()

const DAY = 86_400_000
const NOW = Date.now()
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

/** Looks after the partitions as on another day. */
async function keepAt(schema: string, now: number): Promise<void> {
  const settings = readOptions({ url: server().url, schema, retentionDays: 31 })
  const needs: Needs = { settings, pools: openPools(settings) }
  try {
    await keepPartitions(needs, now)
  } finally {
    await needs.pools.end()
  }
}

const partitionsOf = async (schema: string): Promise<readonly string[]> => {
  const { rows } = await query(
    `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = '${schema}.event'::regclass order by 1`,
  )
  return rows.map(({ relname }) => String(relname))
}

/** The ids by the table that they are in. */
const placesOf = async (schema: string): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await query(`select id, tableoid::regclass::text as place from ${schema}.event`)
  return Object.fromEntries(rows.map(({ id, place }) => [id, String(place).split('.')[1] ?? '']))
}

it('has a partition for each day that is kept and for the next week, and one for ids of wrong clocks', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const partitions = await partitionsOf(schema)
  expect(partitions).toHaveLength(31 + 7 + 1 + 8 + 1)
  expect(partitions.at(-1)).toBe('event_default')
  for (const days of [-38, 0, 8]) expect(partitions).toContain(`event_${dayOf(NOW + days * DAY)}`)

  const midnight = NOW - (NOW % DAY)
  const times = [midnight - 1, midnight, NOW - 38 * DAY, NOW + 8 * DAY, NOW - 400 * DAY, NOW + 400 * DAY]
  const events = times.map((ms) => eventWith({ id: idAt(ms) }))
  const other = eventWith({ id: '3d813cbb-47fb-42ba-91df-831e1593ac29' })
  await store.append(batchOf([...events, other]))
  expect(await placesOf(schema)).toEqual(
    Object.fromEntries([
      ...events.map(({ id }, index) => [id, index < 4 ? `event_${dayOf(times[index] ?? 0)}` : 'event_default']),
      [other.id, 'event_default'],
    ]),
  )
  expect(await store.append(batchOf([...events, other]))).toEqual(Array.from({ length: 7 }, () => 'known'))
})

it('makes the partition of a day whose events are elsewhere already, and moves them without changing their order', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const stray = eventWith({ id: idAt(NOW + 12 * DAY), person: 'ada', accounts: [['company', 'acme']] })
  const farther = eventWith({ id: idAt(NOW + 30 * DAY) })
  await store.append(batchOf([stray, eventWith(), farther]))
  const before = await store.after(undefined, 10)
  await keepAt(schema, NOW + 5 * DAY)
  expect(await placesOf(schema)).toMatchObject({
    [stray.id]: `event_${dayOf(NOW + 12 * DAY)}`,
    [farther.id]: 'event_default',
  })
  expect(await store.after(undefined, 10)).toEqual(before)
  expect(await store.append(batchOf([stray]))).toEqual(['known'])
})

it('drops days that are too old, and deletes events of wrong clocks by the time of their arrival', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const wrong = eventWith({ id: idAt(NOW + 400 * DAY) })
  const today = eventWith({ page: 'p', n: 1 })
  await store.append(batchOf([wrong, today], { receivedAt: NOW }))
  await keepAt(schema, NOW + 38 * DAY)
  expect(await store.count()).toBe(2)
  await keepAt(schema, NOW + 39 * DAY)
  expect(await store.newest(10)).toEqual([])
  const partitions = await partitionsOf(schema)
  expect(partitions).not.toContain(`event_${dayOf(NOW)}`)
  expect(partitions).toHaveLength(31 + 7 + 1 + 8 + 1)
  expect(await store.numbers()).toEqual([])
})

it('may be done by several collectors at the same moment, while events arrive', async () => {
  const schema = freshSchema()
  const stores = await Promise.all([1, 2, 3, 4].map(() => open({ schema })))
  const writing = stores.map(async (store) => {
    for (let round = 0; round < 30; round += 1)
      await store.append(batchOf([eventWith(), eventWith({ id: idAt(NOW + 10 * DAY + round) })]))
  })
  await Promise.all([...writing, ...[3, 4, 5].map((days) => keepAt(schema, NOW + days * DAY))])
  expect(await stores[0]?.count()).toBe(4 * 60)
  expect(Object.values(await placesOf(schema))).not.toContain('event_default')
})

it('lets events through while it waits for a query of many minutes, and gives up for now', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const analyst = await connect()
  await analyst.query(`begin; select count(*) from ${schema}.events`)
  const kept = keepAt(schema, NOW + 5 * DAY)
  const givesUp = expect(kept).rejects.toThrow('lock timeout')
  await expect
    .poll(async () => (await query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
    .toBeGreaterThan(0)
  expect(await store.append(batchOf([eventWith()]))).toEqual(['new'])
  await givesUp
  await analyst.query('commit')
  await analyst.end()
  await keepAt(schema, NOW + 5 * DAY)
  expect(await partitionsOf(schema)).toContain(`event_${dayOf(NOW + 13 * DAY)}`)
})

const CONSENT = { name: 'Consent changed', body: '{"kind":"consent"}' }

it('drops days that are too old without the decisions about consent, and without whose they are', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const kept = [
    eventWith({ visitor: 'v', ...CONSENT }),
    eventWith({ visitor: 'v', person: 'ada' }),
    eventWith({ person: 'ada', ...CONSENT }),
  ]
  const others = [
    eventWith({ person: 'ada' }),
    eventWith({ visitor: 'w', person: 'ada' }),
    eventWith({ person: 'ada', ...CONSENT, body: '{' }),
  ]
  await store.append(batchOf([...kept, ...others]))
  const decided = await store.consents('ada', 10)
  expect(decided.map(({ id }) => id)).toEqual([kept[2]?.id, kept[0]?.id])
  await keepAt(schema, NOW + 39 * DAY)
  // Also the next time, when they are where ids of wrong clocks are.
  await keepAt(schema, NOW + 40 * DAY)
  expect(await placesOf(schema)).toEqual(Object.fromEntries(kept.map(({ id }) => [id, 'event_default'])))
  expect(await store.consents('ada', 10)).toEqual(decided)
  expect(await store.append(batchOf(kept))).toEqual(['known', 'known', 'known'])

  // Days that are kept again have them again.
  await changePostgresRetention({ url: server().url, schema }, { retentionDays: 60 })
  await keepAt(schema, NOW + 40 * DAY)
  expect(new Set(Object.values(await placesOf(schema)))).toEqual(new Set([`event_${dayOf(NOW)}`]))

  await store.erase({ kind: 'person', id: 'ada' })
  await expect.poll(async () => (await store.erasures())[0]?.status).toBe('done')
  expect(await store.count()).toBe(0)
})

it('deletes decisions about consent that are too old, and then the sign-ins that say whose they are', async () => {
  const schema = freshSchema()
  const store = await open({ schema, consentRetentionDays: 100 })
  await store.append(
    batchOf([eventWith({ visitor: 'v', ...CONSENT }), eventWith({ visitor: 'v', person: 'ada' }), eventWith()]),
  )
  await keepAt(schema, NOW + 39 * DAY)
  await keepAt(schema, NOW + 107 * DAY)
  expect(await store.count()).toBe(2)
  await keepAt(schema, NOW + 109 * DAY)
  await keepAt(schema, NOW + 109 * DAY)
  expect(await store.count()).toBe(0)
})

it('keeps no decision of a day that is dropped when it is too old already', async () => {
  const schema = freshSchema()
  const store = await open({ schema, consentRetentionDays: 31 })
  await store.append(batchOf([eventWith({ visitor: 'v', ...CONSENT })]))
  await keepAt(schema, NOW + 39 * DAY)
  expect(await store.count()).toBe(0)
})
