import { describe, expect, it } from 'vitest'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import type { EventColumn } from '../store/eventColumns.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { batchesWithColumns } from '../testing/columnsAreRight.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { openEvents, queryEvents } from './openEvents.ts'

const { folder } = parquetForTests()

/** A store without events that says what is read of it. */
function askedStore() {
  const asked: string[] = []
  return {
    asked,
    async after() {
      asked.push('bodies')
      return []
    },
    async *columns(names: readonly EventColumn[]) {
      asked.push(names.join())
      yield* [] as string[][]
    },
  }
}

describe('of a store, a query reads', () => {
  it.each([
    ['select name, count(*) from events group by name', 'name'],
    ['select count(*) from events', 'received_at'],
    ["select count(*) from events where person = 'u' and happened_at > '2026-03-02'", 'happened_at,person'],
    ['select a.name from events a left join events b on a.person = b.person and b.url is null', 'name,person,url'],
    ['select e.name from events e order by n limit 3', 'name,n'],
    ["select columns(c -> c in ('id', 'page')) from events", 'id,page'],
    [
      'select * exclude (properties, body) from events',
      'id,name,happened_at,received_at,app,promotion,person,impersonator,visitor,accounts,session,page,n,url,flags',
    ],
    ['select flag, variation, count(*) from flag_values where reason is null group by all', 'flags'],
    ['from sessions', 'happened_at,app,person,session,page'],
    ['select name from events where false', 'name'],
    ['from events limit 1', 'bodies'],
    ['select events from events', 'bodies'],
    ["select body->>'$.moment' from events", 'bodies'],
    ['summarize events', 'bodies'],
    ['explain select name from events', 'bodies'],
  ])('no more than it names: %s', async (sql, expected) => {
    const store = askedStore()
    await queryEvents(sql, { store })
    expect(store.asked).toEqual([expected])
  })

  it('nothing that a wrong query names, and the error is the same as with all events', async () => {
    const store = askedStore()
    const events = await openEvents({ store })
    for (const sql of ['selec 1', 'select 1; select 2', '', 'select nothing from events', 'drop view events']) {
      const error = await events.query(sql).catch(String)
      expect(error).toMatch(/^Error: /)
      expect(await queryEvents(sql, { store }).catch(String)).toEqual(error)
    }
    events.close()
  })
})

const COLUMNS = '* exclude (properties, body)'

it('the columns of a store are those of its events', async () => {
  const file = `${await folder()}/events.db`
  const store = await sqliteStore({ file })
  for (const batch of batchesWithColumns()) await store.append(batch)
  const reader = sqliteReader(file)
  const events = await openEvents({ store })
  const sql = `select ${COLUMNS} from events order by id`
  const all = await events.query(sql)
  expect(all.rows.length).toBeGreaterThan(50)
  expect(await queryEvents(sql, { store: { columns: reader.columns, after: () => Promise.reject() } })).toEqual(all)
  // One body that is no JSON, and all events are read by their bodies.
  await store.append(batchOf([eventOf(500, { body: 'no JSON' })]))
  expect((await queryEvents(sql, { store: reader })).rows).toHaveLength(all.rows.length + 1)
  events.close()
  await reader.close()
  await store.close()
})
