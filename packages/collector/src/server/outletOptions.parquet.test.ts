import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { batchOf, eventsOf } from '../testing/events.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { BUCKET_KEYS, startBucket } from '../testing/startBucket.ts'
import { startOutlets } from './startOutlets.ts'

it('the options of Parquet and of its bucket reach the outlet: a file that has enough bytes is closed, and sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-options-'))
  const [store, bucket] = [memoryStore(), await startBucket()]
  const outlets = await startOutlets(
    {
      parquet: folder,
      parquetMaxOpenBytes: 1,
      parquetEveryMs: 10,
      parquetRetentionDays: 1,
      parquetBucket: bucket.url,
      parquetBucketRegion: 'eu-central-1',
      parquetBucketAccessKeyId: BUCKET_KEYS.accessKeyId,
      parquetBucketSecretAccessKey: BUCKET_KEYS.secretAccessKey,
    },
    { store, log: () => undefined },
  )
  try {
    await store.append(batchOf(eventsOf(1, 3)))
    await expect.poll(() => bucket.answers).toContain(200)
    expect([...bucket.objects.keys()][0]).toMatch(/^\/events\/telltale\/.*\.parquet$/)
  } finally {
    await outlets.stop()
    await bucket.stop()
    rmSync(folder, { recursive: true })
  }
})
