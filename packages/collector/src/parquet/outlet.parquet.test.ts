import { appendFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { batchOf, eventOf, eventsOf } from '../testing/events.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { ask, hoursIn, parquetForTests } from '../testing/parquetForTests.ts'

const { folder, open } = parquetForTests()

const MORNING = Date.parse('2026-03-02T07:30:00Z')
const HOUR = 3_600_000

it('writes what is open to lines, and each hour that is over to one Parquet file, sorted by id', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now })
  await store.append(batchOf([...eventsOf(1, 30)].reverse(), { receivedAt: MORNING }))
  await outlet.written()
  expect(await hoursIn(at)).toEqual([])
  expect(await ask({ folder: at }, 'select count(*) from events')).toEqual([[30]])

  now += HOUR
  await outlet.written()
  expect(await hoursIn(at)).toEqual(['2026-03-02T07.00000001'])
  const [file] = await readdir(join(at, 'hours'))
  expect(file).toBe('2026-03-02T07.00000001.30.parquet')
  expect(await ask({ folder: at }, 'select id = lag(id) over () or id > lag(id) over () from events offset 1')).toEqual(
    Array.from({ length: 29 }, () => [true]),
  )
  expect(await readdir(join(at, 'open'))).toEqual(['2026-03-02T08.00000002.30.ndjson'])
})

it('writes an event that arrives late to one more file of its hour', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now })
  await store.append(batchOf(eventsOf(1, 3), { receivedAt: MORNING }))
  await outlet.written()
  now += HOUR
  await store.append(batchOf(eventsOf(4, 2), { receivedAt: now }))
  await store.append(batchOf(eventsOf(6, 1), { receivedAt: MORNING + 1 }))
  await outlet.written()
  now += HOUR
  await store.append(batchOf(eventsOf(7, 1), { receivedAt: MORNING + 2 }))
  await outlet.written()
  now += HOUR
  await outlet.written()
  expect(await hoursIn(at)).toEqual(['2026-03-02T07.00000001', '2026-03-02T07.00000002', '2026-03-02T08.00000001'])
  expect(await ask({ folder: at }, 'select count(*), count(distinct id) from events')).toEqual([[7, 7]])
})

it('goes on after the last event when it starts again, whether the hour is over or not', async () => {
  const [store, at] = [memoryStore(), await folder()]
  for (const [round, now] of [MORNING, MORNING, MORNING + HOUR, MORNING + 3 * HOUR].entries()) {
    const outlet = await open({ store, folder: at, now: () => now })
    await store.append(batchOf(eventsOf(10 * round + 1, 10), { receivedAt: now }))
    await outlet.written()
    await outlet.stop()
    expect(await ask({ folder: at }, 'select count(*), count(distinct id) from events')).toEqual([
      [10 * round + 10, 10 * round + 10],
    ])
  }
})

it('has the columns of an event', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const event = {
    id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f',
    name: 'Quote sent',
    at: MORNING,
    url: 'https://desk.example.com/quote',
    page: 'p-1',
    n: 3,
    properties: { total: 1200, 'LDFF: new_pricing': true },
    flags: { 'new-pricing': { property: 'LDFF: new_pricing', variation: 1, version: 12 } },
    identity: {
      id: 'u-1042',
      impersonator: 's-7',
      visitor: 'v-9',
      accounts: { company: { key: 'c-1', name: "O'Hara" } },
    },
    moment: { session: { id: 's-1', startedAt: 5 }, release: '2.4.0' },
  }
  const body = JSON.stringify(event)
  await store.append(
    batchOf([{ id: event.id, name: event.name, happenedAt: event.at, accounts: [], body }], {
      receivedAt: MORNING + 1,
    }),
  )
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now })
  const rows = async () => (await ask({ folder: at }, 'select * from events')).at(0)
  await outlet.written()
  const opened = await rows()
  expect(opened).toEqual([
    event.id,
    'Quote sent',
    '2026-03-02 07:30:00+00',
    '2026-03-02 07:30:00.001+00',
    'Quotes',
    'production',
    'u-1042',
    's-7',
    'v-9',
    { company: 'c-1' },
    's-1',
    'p-1',
    3,
    event.url,
    event.properties,
    event.flags,
    event,
  ])
  now += HOUR
  await outlet.written()
  expect(await hoursIn(at)).toHaveLength(1)
  expect(await rows()).toEqual(opened)
  expect(await ask({ store }, 'select * from events')).toEqual([opened])
  expect(await ask({ folder: at }, 'select column_name, column_type from (describe select * from events)')).toEqual([
    ...['id', 'name'].map((name) => [name, 'VARCHAR']),
    ...['happened_at', 'received_at'].map((name) => [name, 'TIMESTAMP WITH TIME ZONE']),
    ...['app', 'promotion', 'person', 'impersonator', 'visitor'].map((name) => [name, 'VARCHAR']),
    ['accounts', 'JSON'],
    ...['session', 'page'].map((name) => [name, 'VARCHAR']),
    ['n', 'BIGINT'],
    ['url', 'VARCHAR'],
    ...['properties', 'flags', 'body'].map((name) => [name, 'JSON']),
  ])
})

it('leaves no event out, whatever its store has in it', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const bodies = [
    'no JSON \0 \uD800',
    '[]',
    'null',
    '{"name":"\\u0000 and \\ud800","properties":{"a":"\\ud800\\u0000"},"at":8.64e15}',
    '{"at":-8.64e15,"n":1e300,"properties":{"n":1e400},"identity":{"id":5}}',
    `{"properties":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    `{"name":"${'x'.repeat(3_000_000)}"}`,
    '{"name":"a\\u2028b\\nc"}',
  ]
  await store.append(
    batchOf(
      bodies.map((body, n) => ({ ...eventOf(n + 1), body })),
      { receivedAt: MORNING },
    ),
  )
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now })
  await outlet.written()
  expect(await ask({ folder: at }, 'select count(distinct id) from events')).toEqual([[bodies.length]])
  now += HOUR
  await outlet.written()
  expect(await hoursIn(at)).toHaveLength(1)
  expect(await ask({ folder: at }, 'select count(distinct id), count(body) from events')).toEqual([
    [bodies.length, bodies.length],
  ])
})

it('deletes files when they are old', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now, retentionDays: 2 })
  await store.append(batchOf(eventsOf(1, 3), { receivedAt: now }))
  await outlet.written()
  now += 47 * HOUR
  await outlet.written()
  expect(await hoursIn(at)).toHaveLength(1)
  now += 2 * HOUR
  await outlet.written()
  expect(await hoursIn(at)).toEqual([])
  await store.append(batchOf(eventsOf(4, 1), { receivedAt: now }))
  await outlet.written()
  expect(await ask({ folder: at }, 'select count(*) from events')).toEqual([[1]])
})

it('takes events out of all files, and writes them no more', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const outlet = await open({ store, folder: at, now: () => now })
  await store.append(batchOf(eventsOf(1, 2), { receivedAt: now }))
  await outlet.written()
  now += HOUR
  await store.append(batchOf(eventsOf(3, 10), { receivedAt: now }))
  await outlet.written()
  now += HOUR
  await store.append(batchOf(eventsOf(13, 10), { receivedAt: now }))
  await outlet.written()
  const gone = new Set([...eventsOf(1, 2), ...eventsOf(5, 1), ...eventsOf(14, 3)].map(({ id }) => id))
  expect(await outlet.rewrite(async () => [...gone])).toEqual({ removed: 6 })
  await outlet.written()
  const ids = (await ask({ folder: at, store }, 'select id from events')).flat()
  expect(ids).toHaveLength(16)
  expect(ids.some((id) => gone.has(String(id)))).toBe(false)
})

it('has the visitor of a sign-in, whom a property names', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const of = (fields: object) => JSON.stringify({ identity: { id: 'u-1' }, properties: { visitor: 'v-1' }, ...fields })
  const [signIn, other] = [eventOf(1, { body: of({ kind: 'sign-in' }) }), eventOf(2, { body: of({}) })]
  await store.append(batchOf([signIn, other], { receivedAt: MORNING }))
  const outlet = await open({ store, folder: at, now: () => MORNING })
  await outlet.written()
  expect(await ask({ folder: at }, 'select visitor from events order by id')).toEqual([['v-1'], [null]])
})

it('says how long ago the first event arrived that is in no file', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let isAway = false
  const after: typeof store.after = (cursor, limit) =>
    isAway && limit > 1 ? Promise.reject(new Error('The disk is full.')) : store.after(cursor, limit)
  const outlet = await open({ store: { ...store, after }, folder: at, now: () => MORNING })
  await outlet.written()
  expect(await outlet.behindMs()).toBe(0)
  isAway = true
  await store.append(batchOf(eventsOf(1, 2), { receivedAt: MORNING - 5000 }))
  await store.append(batchOf(eventsOf(3, 1), { receivedAt: MORNING - 1000 }))
  expect(await outlet.behindMs()).toBe(5000)
  isAway = false
  await outlet.written()
  expect(await outlet.behindMs()).toBe(0)
})

it('goes on when the store and the folder can be used again', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const messages: unknown[] = []
  let isBroken = true
  const broken = {
    after: async (...args: Parameters<typeof store.after>) => {
      if (isBroken) throw Object.assign(new Error('secret text'), { code: 'ECONNREFUSED' })
      return store.after(...args)
    },
  }
  await store.append(batchOf(eventsOf(1, 3), { receivedAt: MORNING }))
  const outlet = await open({ store: broken, folder: at, log: (...line) => messages.push(line) })
  await expect.poll(() => messages.length).toBeGreaterThan(1)
  isBroken = false
  await outlet.written()
  expect(await ask({ folder: at }, 'select count(*) from events')).toEqual([[3]])
  expect(messages[0]).toEqual([
    'error',
    'Events could not be written to files. They stay in the store, and are tried again.',
    { reason: 'ECONNREFUSED' },
  ])
})

it('goes on after the last whole line when the machine has ended in the middle of one', async () => {
  const [store, at] = [memoryStore(), await folder()]
  for (const [round, torn] of ['{"place":4,"cursor":"4","id":"', '\0\0\0\n\0\0', '{"place":1}\n'].entries()) {
    const outlet = await open({ store, folder: at, now: () => MORNING })
    await store.append(batchOf(eventsOf(3 * round + 1, 3), { receivedAt: MORNING }))
    await outlet.written()
    await outlet.stop()
    const [file = ''] = await readdir(join(at, 'open'))
    await appendFile(join(at, 'open', file), torn)
    await store.append(batchOf(eventsOf(100 + round, 1), { receivedAt: MORNING }))
  }
  const outlet = await open({ store, folder: at, now: () => MORNING + HOUR })
  await outlet.written()
  expect(await hoursIn(at)).toHaveLength(1)
  expect(await ask({ folder: at }, 'select count(*), count(distinct id) from events')).toEqual([[12, 12]])
})

it('goes on where it was when a file was begun, and the one before it not ended', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const first = await open({ store, folder: at, now: () => MORNING })
  await store.append(batchOf(eventsOf(1, 5), { receivedAt: MORNING }))
  await first.written()
  await first.stop()
  // Its cursor is that of an attempt after two of the events.
  await writeFile(join(at, 'open', '2026-03-02T07.00000002.2.ndjson'), '')
  expect(await ask({ folder: at, store }, 'select count(*), count(distinct id) from events')).toEqual([[5, 5]])
  const second = await open({ store, folder: at, now: () => MORNING })
  await second.written()
  await second.stop()
  const third = await open({ store, folder: at, now: () => MORNING })
  await third.written()
  expect(await ask({ folder: at }, 'select count(*), count(distinct id) from events')).toEqual([[5, 5]])
})
