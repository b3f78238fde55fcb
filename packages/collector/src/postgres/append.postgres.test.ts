import { expect, it } from 'vitest'
import { allOf } from '../testing/allOf.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query, connect } = postgresForTests()

const many = (count: number) => Array.from({ length: count }, () => eventWith())

it('stores each event once, whoever else sends it at the same moment', async () => {
  const schema = freshSchema()
  const [one, other] = [await open({ schema }), await open({ schema })]
  const same = eventWith()
  expect(await one.append(batchOf([same, same]))).toEqual(['new', 'known'])
  expect(await other.append(batchOf([same]))).toEqual(['known'])

  const events = many(60)
  const outcomes = await Promise.all(
    [one, other].flatMap((store) => events.map((event) => store.append(batchOf([event])))),
  )
  expect(outcomes.flat().filter((outcome) => outcome === 'new')).toHaveLength(60)
  expect(await one.count()).toBe(61)
})

it('reads events back as they came, the newest first and in the order of arrival', async () => {
  const store = await open()
  const [first, second, third] = [eventWith({ body: '{"text":"ü\\u0000"}' }), eventWith(), eventWith()]
  // Within a batch, the order is that of the batch, whatever the ids.
  const ids = [third, first, second].map(({ id }) => id)
  await store.append(batchOf([third, first], { receivedAt: 1_700_000_000_123 }))
  await store.append(batchOf([second], { app: { name: 'Other' } }))
  const newest = await store.newest(10)
  expect(newest.map(({ id }) => id)).toEqual([...ids].reverse())
  expect(newest[0]).toMatchObject({ id: second.id, app: { name: 'Other' }, body: second.body })
  expect(newest[1]).toMatchObject({
    body: '{"text":"ü\\u0000"}',
    receivedAt: 1_700_000_000_123,
    app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
  })
  expect((await store.newest(1, newest[0]?.cursor)).map(({ id }) => id)).toEqual([first.id])
  const start = await store.after(undefined, 2)
  expect(start.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const rest = await store.after(start[1]?.cursor, 2)
  expect(rest.map(({ id }) => id)).toEqual(ids.slice(2))
  expect(await store.after(rest[0]?.cursor, 2)).toEqual([])
  await expect(store.after('anything', 2)).rejects.toThrow('not one of this store')
})

it('refuses an event that the server does not take, and no other', async () => {
  const store = await open({ lanes: 1 })
  const long = Array.from({ length: 3000 }, () => Math.random().toString(36)).join('')
  const guilty = [
    eventWith({ name: 'a\0b' }),
    eventWith({ id: 'no id' }),
    eventWith({ n: 1.5, page: 'p' }),
    // An index does not take it.
    eventWith({ person: long }),
    eventWith({ accounts: [['company', 'a\0']] }),
    eventWith({ happenedAt: Number.NaN, id: eventWith().id }),
  ]
  const batches = guilty.map((event) => batchOf([eventWith(), event, ...many(5)]))
  const outcomes = await Promise.all(batches.map((batch) => store.append(batch)))
  for (const [first, second, ...rest] of outcomes) {
    expect(second).toEqual({ refused: expect.stringMatching(/^PostgreSQL does not take the event: .+\.$/) })
    expect([first, ...rest]).toEqual(Array.from({ length: 6 }, () => 'new'))
  }
  expect(await store.count()).toBe(36)
})

it('stores what a batch tells about pages when its only event is refused', async () => {
  const store = await open()
  const pages = [{ page: 'p', last: 4, fates: [{ fate: 'filtered', first: 1, last: 2 }] }]
  expect(await store.append(batchOf([eventWith({ name: '\0', page: 'p', n: 3 })], { pages }))).toMatchObject([
    { refused: expect.anything() },
  ])
  expect(await store.numbers()).toMatchObject([
    { page: 'p', last: 4, arrived: [], fates: new Map([['filtered', [[1, 2]]]]) },
  ])
})

it('takes times of any clock, and texts with any characters', async () => {
  const store = await open()
  const text = String.raw`"a\b{c}',` + '\n\u001F😀\u{FFFD}'
  const events = [-8.64e15, 8.64e15, 0].map((happenedAt) =>
    eventWith({
      ...{ happenedAt, id: eventWith().id, name: text, person: text, visitor: text },
      accounts: [['company', text]],
    }),
  )
  expect(await store.append(batchOf(events, { clockAheadMs: 1e15 }))).toEqual(['new', 'new', 'new'])
  for (const subject of [
    { kind: 'person', id: text } as const,
    { kind: 'visitor', id: text } as const,
    { kind: 'account', accountKind: 'company', id: text } as const,
  ])
    expect(await allOf(store.about(subject))).toHaveLength(3)
})

it('writes a batch that is too large for one statement in several', async () => {
  const store = await open()
  const events = many(4_100)
  expect(new Set(await store.append(batchOf(events)))).toEqual(new Set(['new']))
  expect(await store.count()).toBe(4_100)
  expect((await store.append(batchOf(events)))[4_099]).toBe('known')
})

it('keeps two stores that write the same events in opposite orders from waiting for each other', async () => {
  const schema = freshSchema()
  const [one, other] = [await open({ schema }), await open({ schema })]
  for (let round = 0; round < 10; round += 1) {
    const events = many(1_500)
    const [first, second] = await Promise.all([
      one.append(batchOf(events)),
      other.append(batchOf([...events].reverse())),
    ])
    expect([...first, ...second].filter((outcome) => outcome === 'new')).toHaveLength(1_500)
  }
  const { rows } = await query("select deadlocks::int from pg_stat_database where datname = 'postgres'")
  expect(rows).toEqual([{ deadlocks: 0 }])
})

it('repeats a statement that the server has ended in favour of another one', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const [low, high] = many(2).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (!low || !high) throw new Error('There are no events.')
  const client = await connect()
  const insert = (id: string) =>
    client.query(
      `insert into ${schema}.event (id, xact, place, received_at, happened_at, right_at, name, app, body)
       values ($1, 0, 0, now(), now(), now(), 'other', 'other', '{}')`,
      [id],
    )
  // Whoever finds the deadlock is ended: that shall be the store.
  await client.query("begin; set local deadlock_timeout = '60s'")
  await insert(high.id)
  const appended = store.append(batchOf([low, high]))
  await expect.poll(() => waitingFor(schema)).toBe(1)
  await insert(low.id)
  await client.query('commit')
  await client.end()
  expect(await appended).toEqual(['known', 'known'])
})

it('leaves out no event of a transaction that ends later than one that began later', async () => {
  const schema = freshSchema()
  const stores = [await open({ schema }), await open({ schema })]
  const held = await connect()
  await held.query('begin')
  const late = eventWith()
  await held.query(
    `insert into ${schema}.event (id, xact, place, received_at, happened_at, right_at, name, app, body)
     values ($1, pg_current_xact_id()::text::bigint, 0, now(), now(), now(), 'late', 'app', '{}')`,
    [late.id],
  )
  const events = many(400)
  const writing = Promise.all(events.map((event, index) => stores[index % 2]?.append(batchOf([event]))))
  const read: string[] = []
  let cursor: string | undefined
  const readOn = async () => {
    const page = await stores[0]?.after(cursor, 7)
    cursor = page?.at(-1)?.cursor ?? cursor
    read.push(...(page ?? []).map(({ id }) => id))
    return page?.length ?? 0
  }
  await writing
  // Stored and visible, but not in order yet.
  expect(await stores[0]?.count()).toBe(400)
  expect(await readOn()).toBe(0)
  const more = many(200)
  const writingMore = Promise.all(more.map((event, index) => stores[index % 2]?.append(batchOf([event]))))
  await held.query('commit')
  await held.end()
  while ((await readOn()) > 0 || read.length < 601);
  await writingMore
  expect(read).toHaveLength(601)
  expect(new Set(read)).toEqual(new Set([late, ...events, ...more].map(({ id }) => id)))
})

it('merges what is known about the numbers of pages', async () => {
  const schema = freshSchema()
  const now = Date.now()
  const [one, other] = [await open({ schema }), await open({ schema })]
  const onPage = (n: number) => eventWith({ page: 'p', n })
  const [first, ...rest] = [onPage(1), ...[2, 3, 7].map(onPage)] as const
  await one.append(batchOf([first, ...rest], { receivedAt: now }))
  await other.append(batchOf([first, onPage(4)], { receivedAt: now + 2, release: '2.0.0' }))
  const fates = [{ fate: 'filtered', first: 5, last: 5 }]
  const pages = [
    { page: 'p', last: 9, fates },
    { page: 'q', last: 2, fates: [] },
  ]
  const told = batchOf([], { receivedAt: now + 1, pages, engine: 'firefox' })
  await one.append(told)
  await other.append(told)
  const common = { app: 'Rental Desk', destination: 'collector', release: '1.4.0' }
  const p = { page: 'p', ...common, engine: 'chromium', last: 9, fates: new Map([['filtered', [[5, 5]]]]) }
  const q = { page: 'q', ...common, engine: 'firefox', last: 2, seenAt: now + 1, arrived: [], fates: new Map() }
  const read = async () => [...(await one.numbers())].sort((a, b) => (a.page < b.page ? -1 : 1))
  const expected = [{ ...p, seenAt: now + 2, arrived: ranges('1-4 7-7') }, q]
  expect(await read()).toEqual(expected)
  // Whoever starts merges.
  const third = await open({ schema })
  await expect.poll(() => query(`select from ${schema}.page_note`)).toMatchObject({ rowCount: 0 })
  expect(await read()).toEqual(expected)
  await third.append(batchOf([onPage(8)], { receivedAt: now + 3 }))
  expect(await read()).toEqual([{ ...p, seenAt: now + 3, arrived: ranges('1-4 7-8') }, q])
  const fourth = await open({ schema })
  await expect.poll(() => query(`select from ${schema}.page_note`)).toMatchObject({ rowCount: 0 })
  expect(await fourth.numbers()).toHaveLength(2)
  expect(await read()).toEqual([{ ...p, seenAt: now + 3, arrived: ranges('1-4 7-8') }, q])
})

const ranges = (text: string) => text.split(' ').map((range) => range.split('-').map(Number))

it('leaves out a batch whose sender has gone before it is written, and writes what waits before it closes', async () => {
  const store = await open({ lanes: 1 })
  const gone = new AbortController()
  const kept = store.append(batchOf([eventWith()]))
  const left = store.append(batchOf([eventWith()]), gone.signal)
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await kept).toEqual(['new'])
  const last = store.append(batchOf([eventWith()]))
  await store.close()
  expect(await last).toEqual(['new'])
  await expect(store.append(batchOf([eventWith()]))).rejects.toThrow('closed')
})

/** How many statements on the tables of the schema wait for another transaction. */
async function waitingFor(schema: string): Promise<number> {
  const { rows } = await query(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and query like '%${schema}"%'`,
  )
  return rows[0]?.count
}
