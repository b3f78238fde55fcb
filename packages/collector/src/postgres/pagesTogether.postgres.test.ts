import { expect, it } from 'vitest'
import { batchOf } from '../testing/events.ts'
import { sumsAreRight } from '../testing/keptSums.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { countStep } from './countPages.ts'
import { openPools } from './openPools.ts'
import { compactStep } from './pageNumbers.ts'
import { keepPartitions } from './partitions.ts'
import { readOptions } from './readOptions.ts'

const { open, query, server } = postgresForTests()

const DAY = 86_400_000
const PAGES = ['a', 'b', 'c', 'd', 'e']

it('pages are merged, counted and deleted at the same time, and none of it fails', { timeout: 14_000 }, async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const url = { connectionString: server().url, options: '-c deadlock_timeout=10ms' }
  const settings = readOptions({ url, schema })
  const needs = { settings, pools: openPools(settings) }
  const now = Date.now()
  const old = now - 60 * DAY
  const errors: unknown[] = []
  const tried = (work: () => Promise<unknown>) => work().catch((error: unknown) => errors.push(error))
  // A row takes so long that two that lock rows in different orders meet.
  await query(`create function ${schema}.slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.02); return coalesce(new, old); end $$`)
  for (const table of ['uncounted', 'numbers'])
    await query(
      `create trigger slow before update or delete on ${schema}.${table} for each row execute function ${schema}.slow()`,
    )
  for (let round = 1; round <= 10; round += 1) {
    const notes = PAGES.map((page) => ({ page, last: 7, fates: [{ fate: 'filtered', first: round, last: round }] }))
    await store.append(batchOf([], { pages: notes, receivedAt: old }))
    await compactStep(needs)
    // As it is when they have changed in another order than that in which they were added.
    await query(`delete from ${schema}.uncounted`)
    for (const page of [...PAGES].reverse()) await query(`insert into ${schema}.uncounted (page) values ($1)`, [page])
    await store.append(batchOf([], { pages: [...notes].reverse(), receivedAt: old }))
    const steps = [countStep, compactStep, countStep]
    await Promise.all([
      tried(async () => {
        for (const step of round % 2 === 0 ? steps : steps.slice(1)) await step(needs)
      }),
      tried(() => keepPartitions(needs)),
    ])
  }
  await needs.pools.end()
  expect(errors.map(String)).toEqual([])
  await sumsAreRight(store, { now })
})
