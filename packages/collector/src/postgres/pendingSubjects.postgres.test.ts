import { expect, it } from 'vitest'
import type { EventStore, Subject } from '../store/store.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { olderTables } from '../testing/olderTables.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query } = postgresForTests()

const NOW = Date.now()
const ada: Subject = { kind: 'person', id: 'ada-the-person' }
const LATE = NOW + 3_600_000

const isDone = (store: EventStore) =>
  expect.poll(async () => (await store.erasures()).map(({ status }) => status)).not.toContain('running')
const visitorsLeft = async (schema: string) =>
  (await query(`select visitor from ${schema}.event order by visitor`)).rows.map(({ visitor }) => visitor)
const tombstonesOf = async (schema: string) =>
  (await query(`select subject, is_done from ${schema}.tombstones order by added_at`)).rows

it('a deletion ends while a stranger signs in as somebody who was deleted, each time from another visitor', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  for (let part = 0; part < 6; part += 1)
    await store.append(batchOf(Array.from({ length: 2_000 }, () => eventWith({ person: 'bob' }))))
  await store.erase(ada, LATE)
  await isDone(store)
  let isOver = false
  const stranger = (async () => {
    for (let visit = 0; !isOver; visit += 1)
      await store.append(batchOf([eventWith({ person: ada.id, visitor: `stranger-${visit}` })]))
  })()
  await expect.poll(async () => (await store.erasures())[0]?.visitors).toBeGreaterThan(3)
  const { id } = await store.erase({ kind: 'person', id: 'bob' }, LATE)
  try {
    await expect
      .poll(async () => (await store.erasures()).find((one) => one.id === id), { timeout: 8_000 })
      .toMatchObject({ status: 'done', deleted: 12_000 })
  } finally {
    isOver = true
    await stranger
  }
  await isDone(store)
})

it('knows whose data are to be deleted only until they are', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(batchOf([eventWith({ person: ada.id, visitor: 'v1' }), eventWith({ visitor: 'v2' })]))
  await query(`create function ${schema}.fail() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger fail before delete on ${schema}.event for each row execute function ${schema}.fail()`)
  await store.erase(ada, LATE)
  expect((await tombstonesOf(schema)).map(({ subject }) => subject).sort()).toEqual([
    'anonymous\u001Fv1',
    `person\u001F${ada.id}`,
  ])
  await query(`drop trigger fail on ${schema}.event`)
  await store.close()
  const next = await open({ schema })
  await isDone(next)
  expect(await tombstonesOf(schema)).toEqual(Array.from({ length: 2 }, () => ({ subject: null, is_done: true })))
  await next.append(batchOf([eventWith({ person: ada.id, visitor: 'v2' })]))
  await expect
    .poll(() => tombstonesOf(schema))
    .toEqual(Array.from({ length: 3 }, () => ({ subject: null, is_done: true })))
  expect(await next.count()).toBe(0)
})

it('ends the deletions that were running when the collector was upgraded', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(
    batchOf([
      eventWith({ person: ada.id, accounts: [['company', 'acme']] }),
      eventWith({ person: 'bob', impersonator: ada.id }),
      eventWith({ visitor: 'v1' }),
      eventWith({ visitor: 'v2' }),
      eventWith({ person: 'bob', visitor: 'v3', accounts: [['company', 'globex']] }),
      eventWith({ person: 'bob', visitor: 'v4' }),
    ]),
  )
  await store.close()
  const subjects = [
    'person\u001Fada-the-person',
    'anonymous\u001Fv1',
    'account\u001Fcompany\u001Fglobex',
    'visitor\u001Fv5',
  ]
  await query(olderTables(schema, 5))
  for (const [place, subject] of subjects.entries()) {
    await query(`insert into ${schema}.erasures (kind, before) values ('person', 'infinity')`)
    await query(`insert into ${schema}.tombstones select $2, ${schema}.digest_of(salt, $1) from ${schema}.state`, [
      subject,
      place + 1,
    ])
  }
  const next = await open({ schema })
  await isDone(next)
  expect((await next.erasures()).map(({ deleted }) => deleted)).toEqual([0, 1, 1, 2])
  expect(await visitorsLeft(schema)).toEqual(['v2', 'v4'])
  expect(await tombstonesOf(schema)).toEqual(subjects.map(() => ({ subject: null, is_done: true })))
})

it('goes on with what a collector of an older version has begun, and the other way round', async () => {
  const schema = freshSchema()
  const store = await open({ schema })
  await store.append(batchOf(['v1', 'v2'].map((visitor) => eventWith({ visitor }))))
  await store.erase(ada, LATE)
  await isDone(store)
  // As an older version adds the visitor of a late sign-in.
  await query(`insert into ${schema}.tombstones (erasure, digest)
    select 1, ${schema}.digest_of(salt, 'anonymous' || chr(31) || 'v1') from ${schema}.state;
    update ${schema}.erasures set status = 'running', passed_id = null; update ${schema}.state set erasures = erasures + 1`)
  await store.erase({ kind: 'person', id: 'nobody' })
  await isDone(store)
  expect(await visitorsLeft(schema)).toEqual(['v2'])
  // As an older version ends an order of this one.
  await store.close()
  await query(`insert into ${schema}.erasures (kind, before) values ('person', now());
    insert into ${schema}.tombstones (erasure, digest, subject) values (3, 'digest', 'person' || chr(31) || 'ada')`)
  await query(`update ${schema}.erasures set status = 'done' where number = 3`)
  expect((await tombstonesOf(schema)).at(-1)).toEqual({ subject: null, is_done: true })
})
