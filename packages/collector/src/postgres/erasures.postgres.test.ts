import { expect, it } from 'vitest'
import type { EventStore, IncomingEvent, Subject } from '../store/store.ts'
import { digestOf } from '../store/tombstones.ts'
import { allOf } from '../testing/allOf.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query, connect, server } = postgresForTests()

const NOW = Date.now()
const ada: Subject = { kind: 'person', id: 'ada' }

/** Events of Ada, who was the visitor v1 and works for Acme, in many ways, and of others. */
const events = {
  own: eventWith({
    person: 'ada',
    accounts: [
      ['company', 'acme'],
      ['team', 'a:b'],
    ],
  }),
  impersonating: eventWith({ person: 'bob', impersonator: 'ada' }),
  visit: eventWith({ visitor: 'v1' }),
  signIn: eventWith({ person: 'ada', visitor: 'v1' }),
  other: eventWith({ person: 'bob', visitor: 'v2', accounts: [['company', 'ada']] }),
  otherVisit: eventWith({ visitor: 'ada', accounts: [['team', 'acme']] }),
}
const all = Object.values(events)
const idsOf = (those: readonly { readonly id: string }[]) => those.map(({ id }) => id)
const stored = async (store: EventStore) => idsOf(await store.newest(100)).reverse()
const isDone = (store: EventStore) =>
  expect.poll(async () => (await store.erasures()).map(({ status }) => status)).not.toContain('running')

it.each<[Subject, readonly IncomingEvent[]]>([
  [ada, [events.own, events.impersonating, events.visit, events.signIn]],
  [{ kind: 'visitor', id: 'v1' }, [events.visit, events.signIn]],
  [{ kind: 'visitor', id: 'ada' }, [events.otherVisit]],
  [{ kind: 'account', accountKind: 'company', id: 'acme' }, [events.own]],
  [{ kind: 'account', accountKind: 'team', id: 'a:b' }, [events.own]],
  [{ kind: 'person', id: 'nobody' }, []],
])('gives out and deletes the events about %o', async (subject, about) => {
  const store = await open()
  await store.append(batchOf(all))
  expect(idsOf(await allOf(store.about(subject)))).toEqual(idsOf(about))
  const erasure = await store.erase(subject, NOW + 60_000)
  expect(erasure).toMatchObject({ kind: subject.kind, before: NOW + 60_000, status: 'running', deleted: 0 })
  await isDone(store)
  expect(await store.erasures()).toEqual([{ ...erasure, status: 'done', deleted: about.length }])
  const left = all.filter((event) => !about.includes(event))
  expect(await stored(store)).toEqual(idsOf(left))
  expect(await allOf(store.about(subject))).toEqual([])
  // They come again, to another collector, too.
  expect(await store.append(batchOf(all))).toEqual(all.map((event) => (about.includes(event) ? 'erased' : 'known')))
})

it('goes by a clock that is set right', async () => {
  const store = await open()
  const minutes = (count: number) => count * 60_000
  const at = (ms: number) => eventWith({ person: 'ada', happenedAt: NOW + ms })
  const fields = (clockAheadMs: number) => ({ clockAheadMs, receivedAt: NOW + minutes(60) })
  // The clock of the page was ten minutes ahead: both have happened before.
  await store.append(batchOf([at(-minutes(5)), at(minutes(5))], fields(minutes(10))))
  const [kept, exact] = [at(-minutes(5)), at(-minutes(10))]
  await store.append(batchOf([kept, exact], fields(-minutes(10))))
  await store.erase(ada, NOW)
  await isDone(store)
  expect(await stored(store)).toEqual([kept.id])
  const late = [at(-minutes(5)), at(minutes(5))]
  expect(await store.append(batchOf(late, fields(minutes(10))))).toEqual(['erased', 'erased'])
  expect(await store.append(batchOf(late, fields(-minutes(10))))).toEqual(['new', 'new'])
  await store.erase(ada, Number.POSITIVE_INFINITY)
  expect((await store.erasures())[0]).toMatchObject({ before: Number.POSITIVE_INFINITY })
  expect(await store.append(batchOf([at(8e15)]))).toEqual(['erased'])
  await isDone(store)
  expect(await store.count()).toBe(0)
})

it('holds for another collector at once, and after a restart', async () => {
  const schema = freshSchema()
  const [one, other] = [await open({ schema }), await open({ schema })]
  await other.append(batchOf([eventWith({ person: 'ada' })]))
  await one.erase(ada, NOW + 60_000)
  expect(await other.append(batchOf([eventWith({ person: 'ada' }), eventWith()]))).toEqual(['erased', 'new'])
  await isDone(one)
  await Promise.all([one.close(), other.close()])
  const third = await open({ schema })
  expect(await third.append(batchOf([eventWith({ person: 'ada' })]))).toEqual(['erased'])
  expect(await third.erasures()).toMatchObject([{ status: 'done', deleted: 1 }])
  expect(await third.count()).toBe(1)
})

it('misses no event that is stored while somebody is erased', async () => {
  const schema = freshSchema()
  const stores = await Promise.all([1, 2, 3].map(() => open({ schema })))
  let isOver = false
  const writing = stores.map(async (store) => {
    while (!isOver) await store.append(batchOf([eventWith({ person: 'ada' }), eventWith({ person: 'bob' })]))
  })
  await expect.poll(() => stores[0]?.count()).toBeGreaterThan(50)
  await stores[0]?.erase(ada, NOW + 3_600_000)
  const { rows } = await query(`select count(*)::int from ${schema}.event where person = 'bob'`)
  await expect.poll(() => stores[0]?.count()).toBeGreaterThan(2 * rows[0]?.count + 50)
  isOver = true
  await Promise.all(writing)
  const [first] = stores
  if (!first) throw new Error('There is no store.')
  await isDone(first)
  expect(await allOf(first.about(ada))).toEqual([])
})

it('waits for a statement that has begun before, and deletes what it stores', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const client = await connect()
  await client.query('begin')
  await client.query(
    `insert into ${schema}.event (id, xact, place, received_at, happened_at, right_at, name, app, person, body)
     values ($1, 0, 0, now(), now(), now(), 'late', 'app', 'ada', '{}')`,
    [eventWith().id],
  )
  const erased = store.erase(ada, NOW + 60_000)
  await expect
    .poll(async () => (await query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
    .toBeGreaterThan(0)
  await client.query('commit')
  await client.end()
  await erased
  await isDone(store)
  expect(await store.erasures()).toMatchObject([{ deleted: 1 }])
  expect(await store.count()).toBe(0)
})

it('deletes the events of a visitor who turns out to be the person later', async () => {
  const schema = freshSchema()
  const [one, other] = [await open({ schema }), await open({ schema })]
  const visits = [eventWith({ visitor: 'v9' }), eventWith({ visitor: 'v9' }), eventWith({ visitor: 'v8' })]
  await one.append(batchOf(visits))
  await one.erase(ada, NOW + 60_000)
  await isDone(one)
  expect(await one.count()).toBe(3)
  const signIn = eventWith({ person: 'ada', visitor: 'v9' })
  expect(await other.append(batchOf([eventWith({ visitor: 'v9' }), signIn]))).toEqual(['erased', 'erased'])
  const [restarted] = [await open({ schema })]
  await isDone(restarted)
  expect(await restarted.erasures()).toMatchObject([{ deleted: 2 }])
  expect(await stored(restarted)).toEqual(idsOf(visits.slice(2)))
})

it('goes on where it has ended when the server is killed, and never says who it was', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const person = 'somebody-with-a-name'
  const batch = () => batchOf(Array.from({ length: 4_000 }, (_, index) => eventWith(index % 2 ? { person } : {})))
  for (let round = 0; round < 5; round += 1) await store.append(batch())
  await store.erase({ kind: 'person', id: person }, NOW + 3_600_000)
  await server().kill()
  await server().start()
  const restarted = await open({ schema })
  await isDone(restarted)
  expect(await restarted.erasures()).toMatchObject([{ status: 'done', deleted: 10_000 }])
  expect(await restarted.count()).toBe(10_000)
  const { rows } = await query(
    `select (select json_agg(e)::text from ${schema}.erasures e) || (select json_agg(t)::text from ${schema}.tombstones t) as kept`,
  )
  expect(rows[0].kept).toContain('digest')
  expect(rows[0].kept).not.toContain(person)
})

it('makes the same digests in the server and in the collector', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  const subjects: readonly Subject[] = [
    { kind: 'person', id: 'Åda "\\\'😀' },
    { kind: 'visitor', id: 'v' },
    { kind: 'account', accountKind: 'company', id: 'acme\u001Finc' },
  ]
  for (const subject of subjects) await store.erase(subject)
  const { rows } = await query(
    `select encode(digest, 'hex') as digest, salt from ${schema}.tombstones, ${schema}.state order by erasure`,
  )
  expect(rows.map(({ digest }) => digest)).toEqual(subjects.map((subject) => digestOf(subject, rows[0].salt)))
})
