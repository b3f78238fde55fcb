import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { EventStore } from '../store/store.ts'
import { batchOf, eventsOf } from '../testing/events.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { ask, parquetForTests } from '../testing/parquetForTests.ts'
import { BUCKET_KEYS, type BucketForTests, startBucket } from '../testing/startBucket.ts'

const { folder, open } = parquetForTests()
const buckets: BucketForTests[] = []
afterEach(() => Promise.all(buckets.splice(0).map((bucket) => bucket.stop())))

const HOUR = 3_600_000
const MORNING = Date.parse('2026-03-02T07:30:00Z')

async function start(): Promise<BucketForTests> {
  const bucket = await startBucket()
  buckets.push(bucket)
  return bucket
}

/** A store whose cursors have signs that mean something in addresses and in names of files. */
function oddStore(): EventStore {
  const store = memoryStore()
  const odd = (cursor: string) => `/a+ b%'(${cursor})é*.`
  return {
    ...store,
    after: async (cursor, limit) =>
      (await store.after(cursor && (/\d+/.exec(cursor)?.[0] ?? ''), limit)).map((event) => ({
        ...event,
        cursor: odd(event.cursor),
      })),
  }
}

it('sends each closed file, signed, and again until the bucket has taken it', async () => {
  const [store, at, bucket] = [oddStore(), await folder(), await start()]
  bucket.failures.push(503, 307)
  const messages: unknown[] = []
  let now = MORNING
  const outlet = await open({
    ...{ store, folder: at, now: () => now, bucket: { url: bucket.url, ...BUCKET_KEYS } },
    log: (...line) => messages.push(line),
  })
  for (const round of [0, 1, 2]) {
    await store.append(batchOf(eventsOf(3 * round + 1, 3), { receivedAt: now }))
    await outlet.written()
    now += HOUR
    await outlet.written()
    await outlet.sent().catch(() => undefined)
  }
  await outlet.sent()
  const names = await readdir(join(at, 'hours'))
  expect(names).toHaveLength(3)
  expect([...bucket.objects.keys()].sort()).toEqual(names.map((name) => `/events/telltale/2026-03-02/${name}`).sort())
  for (const name of names)
    expect(bucket.objects.get(`/events/telltale/2026-03-02/${name}`)).toEqual(await readFile(join(at, 'hours', name)))
  expect(bucket.answers).toEqual([503, 307, 200, 200, 200])
  expect(messages).toHaveLength(2)

  await outlet.stop()
  const again = await open({ store, folder: at, now: () => now, bucket: { url: bucket.url, ...BUCKET_KEYS } })
  await again.sent()
  expect(bucket.answers).toHaveLength(5)
  const gone = new Set(eventsOf(1, 1).map(({ id }) => id))
  await again.rewrite(async () => [...gone])
  await again.sent()
  expect(bucket.answers).toHaveLength(6)
  expect(await ask({ folder: at }, 'select count(*) from events')).toEqual([[8]])
})

it('keeps a file that is old until the bucket has it', async () => {
  const [store, at, bucket] = [memoryStore(), await folder(), await start()]
  let now = MORNING
  const wrong = { ...BUCKET_KEYS, secretAccessKey: 'another secret' }
  const options = { store, folder: at, now: () => now, retentionDays: 1 }
  const first = await open({ ...options, bucket: { url: bucket.url, ...wrong } })
  await store.append(batchOf(eventsOf(1, 3), { receivedAt: now }))
  await first.written()
  now += 48 * HOUR
  await first.written()
  await expect.poll(() => bucket.answers).toContain(403)
  now += HOUR
  await first.written()
  await first.stop()
  expect(await readdir(join(at, 'hours'))).toHaveLength(1)

  const second = await open({ ...options, bucket: { url: bucket.url, ...BUCKET_KEYS } })
  await second.sent()
  now += HOUR
  await second.written()
  expect(bucket.objects.size).toBe(1)
  expect(await readdir(join(at, 'hours'))).toEqual([])
  expect(await readdir(join(at, 'sent'))).toEqual([])
})

it('says in one sentence which setting is wrong', async () => {
  const options = { store: memoryStore(), folder: await folder() }
  await expect(open({ ...options, bucket: { url: 'events', ...BUCKET_KEYS } })).rejects.toThrow(
    'The setting "bucket.url" must be like https://events.s3.eu-central-1.amazonaws.com/telltale.',
  )
  await expect(
    open({ ...options, bucket: { url: 'https://a.example', ...BUCKET_KEYS, accessKeyId: '' } }),
  ).rejects.toThrow('The setting "bucket.accessKeyId" is missing.')
  await expect(open({ ...options, retentionDays: 0 })).rejects.toThrow(
    'The setting "retentionDays" must be at least 1.',
  )
})
