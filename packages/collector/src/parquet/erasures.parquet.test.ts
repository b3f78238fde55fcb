import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { EventCopy } from '../store/store.ts'
import { batchOf, eventsOf, idOf } from '../testing/events.ts'
import { memoryData, memoryStore } from '../testing/memoryStore.ts'
import { ask, parquetForTests } from '../testing/parquetForTests.ts'
import { BUCKET_KEYS, type BucketForTests, startBucket } from '../testing/startBucket.ts'

const { folder, open } = parquetForTests()
const buckets: BucketForTests[] = []
afterEach(() => Promise.all(buckets.splice(0).map((bucket) => bucket.stop())))

const HOUR = 3_600_000
const MORNING = Date.parse('2026-03-02T07:30:00Z')
const ADA = { kind: 'person', id: 'ada' } as const
const someOf = (first: number, person: string) =>
  eventsOf(first, 10, (n) => ({
    person,
    body: JSON.stringify({ id: idOf(n), name: 'Quote sent', at: MORNING, identity: { id: person } }),
  }))

const peopleIn = async (at: string) =>
  (await ask({ folder: at }, 'select person, count(*) from events group by person order by person')).map((row) => [
    ...row,
  ])

it('takes the events of a deleted person out of the files, those of past hours and the open one', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const { written } = await open({ store, people: store, folder: at, now: () => now })
  await store.append(batchOf([...someOf(1, 'ada'), ...someOf(11, 'bo')], { receivedAt: now }))
  await written()
  now += HOUR
  await store.append(batchOf([...someOf(21, 'ada'), ...someOf(31, 'bo')], { receivedAt: now }))
  await written()
  expect(await peopleIn(at)).toEqual([
    ['ada', 20],
    ['bo', 20],
  ])
  await store.erase(ADA)
  await expect.poll(() => peopleIn(at), { timeout: 10_000 }).toEqual([['bo', 20]])
})

it('does so after it was started again, and does it once', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let now = MORNING
  const reads: number[] = []
  const people = {
    ...store,
    async erasedAmong(copies: readonly EventCopy[]) {
      reads.push(copies.length)
      return store.erasedAmong(copies)
    },
  }
  const first = await open({ store, people, folder: at, now: () => now })
  await store.append(batchOf([...someOf(1, 'ada'), ...someOf(11, 'bo')], { receivedAt: now }))
  await first.written()
  now += HOUR
  await first.written()
  await first.stop()
  await store.erase(ADA)
  await expect.poll(async () => (await store.erasures())[0]?.status).toBe('done')

  const second = await open({ store, people, folder: at, now: () => now })
  await expect.poll(() => peopleIn(at), { timeout: 10_000 }).toEqual([['bo', 10]])
  await second.stop()
  expect(reads).toEqual([20])
  const third = await open({ store, people, folder: at, now: () => now })
  await store.append(batchOf(someOf(21, 'cy'), { receivedAt: now }))
  await third.written()
  await third.stop()
  expect(reads).toEqual([20])
})

it('tries again when the store could not be asked', async () => {
  const [store, at] = [memoryStore(), await folder()]
  let failures = 2
  const people = {
    ...store,
    async erasedAmong(copies: readonly EventCopy[]) {
      failures -= 1
      if (failures >= 0) throw new Error('away')
      return store.erasedAmong(copies)
    },
  }
  const { written } = await open({ store, people, folder: at, now: () => MORNING })
  await store.append(batchOf([...someOf(1, 'ada'), ...someOf(11, 'bo')], { receivedAt: MORNING }))
  await written()
  await store.erase(ADA)
  await expect.poll(() => peopleIn(at), { timeout: 10_000 }).toEqual([['bo', 10]])
})

it('replaces a file in the bucket of which nothing is left', async () => {
  const [store, at, bucket] = [memoryStore(), await folder(), await startBucket()]
  buckets.push(bucket)
  let now = MORNING
  const outlet = await open({
    ...{ store, people: store, folder: at, now: () => now, bucket: { url: bucket.url, ...BUCKET_KEYS } },
  })
  await store.append(batchOf(someOf(1, 'ada'), { receivedAt: now }))
  await outlet.written()
  now += HOUR
  await outlet.written()
  await outlet.sent()
  const [before] = [...bucket.objects.values()]
  await store.erase(ADA)
  await expect.poll(() => bucket.answers.length, { timeout: 10_000 }).toBe(2)
  const [name = ''] = await readdir(join(at, 'hours'))
  const [[key, after] = []] = [...bucket.objects]
  expect(key).toContain(name)
  expect(after?.length).toBeLessThan(before?.length ?? 0)
  expect(await peopleIn(at)).toEqual([])
})

it('asks for a few ids at a time, so that the store goes on taking events', async () => {
  const [store, at] = [memoryStore(), await folder()]
  const reads: number[] = []
  let turns = 0
  const people = {
    ...store,
    // As SQLite does: the answer is there at once, and nothing else happens until then.
    async erasedAmong(copies: readonly EventCopy[]) {
      reads.push(copies.length)
      setImmediate(() => (turns += 1))
      return store.erasedAmong(copies)
    },
  }
  const { written } = await open({ store, people, folder: at, now: () => MORNING })
  const body = (n: number, person: string) =>
    JSON.stringify({ id: idOf(n), name: 'Quote sent', at: MORNING, identity: { id: person } })
  const ofBo = eventsOf(11, 9_000, (n) => ({ person: 'bo', body: body(n, 'bo') }))
  await store.append(batchOf([...someOf(1, 'ada'), ...ofBo], { receivedAt: MORNING }))
  await written()
  await store.erase(ADA)
  await expect.poll(() => peopleIn(at), { timeout: 20_000 }).toEqual([['bo', 9_000]])
  expect(Math.max(...reads)).toBeLessThanOrEqual(3_000)
  expect(turns).toBe(reads.length)
})

it.each(['', 'nonsense', '{"a":1}', 'null', '[1,{}]'])(
  'looks through the files once more when its list of deletions is damaged: %j',
  async (text) => {
    const [store, at] = [memoryStore(), await folder()]
    const first = await open({ store, folder: at, now: () => MORNING })
    await store.append(batchOf([...someOf(1, 'ada'), ...someOf(11, 'bo')], { receivedAt: MORNING }))
    await first.written()
    await first.stop()
    await writeFile(join(at, 'erasures.json'), text)
    await store.erase(ADA)
    const said: unknown[] = []
    await open({ store, people: store, folder: at, now: () => MORNING, log: (...one) => said.push(one) })
    await expect.poll(() => peopleIn(at), { timeout: 10_000 }).toEqual([['bo', 10]])
    expect(said.filter((one) => String(one).startsWith('error'))).toEqual([])
  },
)

it('takes out what the store does not have any more, because the files keep it for longer', async () => {
  const [data, at] = [memoryData(), await folder()]
  const store = memoryStore(data)
  const { written } = await open({ store, people: store, folder: at, now: () => MORNING })
  await store.append(batchOf([...someOf(1, 'ada'), ...someOf(11, 'bo')], { receivedAt: MORNING }))
  await written()
  data.events.clear()
  await store.erase(ADA)
  await expect.poll(() => peopleIn(at), { timeout: 10_000 }).toEqual([['bo', 10]])
})

const eventsBy = (first: number, count: number, identity: { id?: string; visitor?: string; impersonator?: string }) =>
  eventsOf(first, count, (n) => ({
    ...(identity.id !== undefined && { person: identity.id }),
    ...(identity.visitor !== undefined && { visitor: identity.visitor }),
    ...(identity.impersonator !== undefined && { impersonator: identity.impersonator }),
    body: JSON.stringify({ id: idOf(n), name: 'Quote sent', at: MORNING, identity }),
  }))
const idsLeft = (at: string) =>
  ask({ folder: at }, 'select id from events order by id').then((rows) => rows.flat().map(String))

it('takes out what a visitor did before the sign-in as the person, whom the store does not know any more', async () => {
  const [data, at] = [memoryData(), await folder()]
  const store = memoryStore(data)
  let now = MORNING
  const { written } = await open({ store, people: store, folder: at, now: () => now })
  await store.append(
    batchOf([...eventsBy(1, 2, { visitor: 'v' }), ...eventsBy(3, 2, { visitor: 'w' })], { receivedAt: now }),
  )
  await written()
  now += HOUR
  const later = [
    ...eventsBy(5, 1, { id: 'ada', visitor: 'v' }),
    ...eventsBy(6, 1, { id: 'bo', visitor: 'v' }),
    ...eventsBy(7, 1, { id: 'ada', visitor: 'w', impersonator: 'eve' }),
    ...eventsBy(8, 1, { id: 'ada' }),
  ]
  await store.append(batchOf(later, { receivedAt: now }))
  await written()
  data.events.clear()
  data.joined.clear()
  await store.erase(ADA)
  await expect.poll(() => idsLeft(at), { timeout: 10_000 }).toEqual([idOf(3), idOf(4), idOf(6)])
})

it('takes out what a visitor did whom only the store knows as the person, although the files know another one', async () => {
  const [data, at] = [memoryData(), await folder()]
  const store = memoryStore(data)
  await store.append(batchOf(eventsBy(1, 1, { id: 'ada', visitor: 'v' }), { receivedAt: MORNING }))
  data.events.clear()
  const { written } = await open({ store, people: store, folder: at, now: () => MORNING })
  await store.append(
    batchOf([...eventsBy(2, 2, { visitor: 'v' }), ...eventsBy(4, 1, { id: 'bo', visitor: 'v' })], {
      receivedAt: MORNING,
    }),
  )
  await written()
  data.events.clear()
  await store.erase(ADA)
  await expect.poll(() => idsLeft(at), { timeout: 10_000 }).toEqual([idOf(4)])
})

it('takes out what a visitor did when a late sign-in says who it was, whom the store does not know any more', async () => {
  const [data, at] = [memoryData(), await folder()]
  const store = memoryStore(data)
  const { written } = await open({ store, people: store, folder: at, now: () => MORNING })
  const batch = batchOf([...eventsBy(1, 2, { visitor: 'v' }), ...eventsBy(3, 1, { id: 'bo' })], { receivedAt: MORNING })
  await store.append(batch)
  await written()
  data.events.clear()
  await store.erase(ADA)
  await expect.poll(async () => (await store.erasures())[0]?.status).toBe('done')
  await expect.poll(() => readFile(join(at, 'erasures.json'), 'utf8').catch(() => ''), { timeout: 10_000 }).not.toBe('')
  await store.append(batchOf(eventsBy(4, 1, { id: 'ada', visitor: 'v' }), { receivedAt: MORNING }))
  await expect.poll(() => idsLeft(at), { timeout: 10_000 }).toEqual([idOf(3)])
})

it.each([1, 2, 3])('still takes out what a visitor did when question %i of the store fails', async (failing) => {
  const [data, at] = [memoryData(), await folder()]
  const store = memoryStore(data)
  let [now, calls] = [MORNING, 0]
  const people = {
    ...store,
    async erasedAmong(copies: readonly EventCopy[]) {
      calls += 1
      if (calls === failing) throw new Error('away')
      return store.erasedAmong(copies)
    },
  }
  const { written } = await open({ store, people, folder: at, now: () => now })
  await store.append(
    batchOf([...eventsBy(1, 1, { id: 'ada', visitor: 'v' }), ...eventsBy(2, 1, { id: 'bo' })], { receivedAt: now }),
  )
  await written()
  now += HOUR
  await store.append(
    batchOf([...eventsBy(3, 2, { visitor: 'v' }), ...eventsBy(5, 1, { id: 'bo' })], { receivedAt: now }),
  )
  await written()
  data.events.clear()
  data.joined.clear()
  await store.erase(ADA)
  await expect.poll(() => idsLeft(at), { timeout: 10_000 }).toEqual([idOf(2), idOf(5)])
})
