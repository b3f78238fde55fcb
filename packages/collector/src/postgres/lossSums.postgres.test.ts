import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { EventStore } from '../store/store.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { keptSums, sumsAreRight } from '../testing/keptSums.ts'
import { olderTables } from '../testing/olderTables.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { countStep } from './countPages.ts'
import { LOCK_CLASS } from './migrate.ts'
import { openPools } from './openPools.ts'
import { readOptions } from './readOptions.ts'

const { open, query, server, connect } = postgresForTests()

const schemaOf = new WeakMap<EventStore, string>()
async function openIn(schema: string) {
  const store = await open({ schema })
  schemaOf.set(store, schema)
  return store
}

describe('PostgreSQL as the keeper of sums', () => {
  it.each(
    keptSums(
      () => openIn(freshSchema()),
      (store) => openIn(schemaOf.get(store) ?? ''),
    ),
  )('$name', ({ run }) => run())
})

it('follows what an older version writes, and what retention deletes', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  const now = Date.now()
  const note = (page: string, last: number) =>
    store.append(batchOf([eventOf(last, { page, n: 1 })], { pages: [{ page, last, fates: [] }], receivedAt: now }))
  await note('old', 7)
  await note('new', 5)
  await sumsAreRight(store, { now })
  await query(`delete from ${schema}.pages where page = 'old'; delete from ${schema}.numbers where page = 'old';
    update ${schema}.pages set last = 8 where page = 'new'`)
  await sumsAreRight(store, { now })
  expect(await store.loss?.({ now })).toMatchObject({ expected: 8, stored: 1, onTheWay: 7 })
})

it('says how many pages are not counted yet, until all are', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  const now = Date.now()
  const append = (page: string) => store.append(batchOf([eventOf(1, { page, n: 3 })], { receivedAt: now }))
  await append('first')
  await sumsAreRight(store, { now })
  // Another collector that counts, and takes long.
  const client = await connect()
  await client.query(
    `begin; select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext('${readOptions({ url: server().url, schema }).schema} pages'))`,
  )
  await append('second')
  // A page that was counted, and one in the notes and the pages at once, are one page each.
  await query(`update ${schema}.pages set last = 4 where page = 'first'`)
  await append('first')
  expect(await store.loss?.({ now })).toMatchObject({ expected: 3, uncountedPages: 2 })
  await client.query('rollback')
  await client.end()
  await sumsAreRight(store, { now })
  const report = await store.loss?.({ now })
  expect(report).toMatchObject({ expected: 7 })
  expect(report).not.toHaveProperty('uncountedPages')
})

it('counts the pages that an older version has left', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  const now = Date.now()
  await store.append(batchOf([eventOf(1, { page: 'page', n: 3 })], { receivedAt: now }))
  await sumsAreRight(store, { now })
  await store.close()
  await query(olderTables(schema, 3))
  const next = await openIn(schema)
  await sumsAreRight(next, { now })
  expect(await next.loss?.({ now })).toMatchObject({ expected: 3, stored: 1, onTheWay: 2 })
})

it('keeps ten thousand ranges of a page, and goes on with those that it has', async () => {
  const store = await openIn(freshSchema())
  const now = Date.now()
  const fates = Array.from({ length: 30_000 }, (_, n) => ({ fate: 'filtered', first: 2 * n + 1, last: 2 * n + 1 }))
  await store.append(batchOf([], { pages: [{ page: 'page', fates }], receivedAt: now }))
  expect(await store.loss?.({ now })).toMatchObject({ expected: 59_999, explained: { filtered: 10_000 } })
  await store.append(
    batchOf([], { pages: [{ page: 'page', fates: [{ fate: 'filtered', first: 1, last: 60_000 }] }], receivedAt: now }),
  )
  expect(await store.loss?.({ now })).toMatchObject({ expected: 60_000, explained: { filtered: 60_000 } })
})

it('asks one statement when there is nothing to count', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  await store.append(batchOf([eventOf(1, { page: 'page', n: 3 })], { receivedAt: Date.now() }))
  await sumsAreRight(store, { now: Date.now() })
  await store.close()
  const settings = readOptions({ url: server().url, schema })
  const needs = { settings, pools: openPools(settings) }
  // A new connection sends its settings.
  await needs.pools.others.query('select')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  expect(await countStep(needs)).toBe(false)
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
  await needs.pools.end()
})

it('reads the parts of a report in one moment', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  const now = Date.now()
  await store.append(
    batchOf([eventOf(1, { page: 'page', n: 1 })], { pages: [{ page: 'page', last: 7, fates: [] }], receivedAt: now }),
  )
  await sumsAreRight(store, { now })
  const client = await connect()
  await client.query(`begin; lock table ${schema}.page_counts in access exclusive mode;
    update ${schema}.page_counts set open = open + 5; update ${schema}.loss_sums set count = count + 5 where fate = '(open)'`)
  const report = store.loss?.({ now })
  const waits = async () =>
    (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%${schema}%'`)).rowCount
  await expect.poll(waits, { interval: 5 }).toBe(1)
  await client.query('commit')
  await client.end()
  expect(await report).toMatchObject({ expected: 7, onTheWay: 6, outstanding: 0 })
})

it('counts pages again whose cohort an older version has not found', async () => {
  const schema = freshSchema()
  const store = await openIn(schema)
  const now = Date.now()
  await store.append(batchOf([eventOf(1, { page: 'page', n: 3 })], { receivedAt: now }))
  await sumsAreRight(store, { now })
  await store.close()
  await query(`update ${schema}.page_counts set cohort = 0; update ${schema}.loss_sums set cohort = 0`)
  await query(olderTables(schema, 4))
  await sumsAreRight(await openIn(schema), { now })
})
