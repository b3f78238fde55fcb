import { expect, test } from 'vitest'
import { httpUrl } from './options/optionKinds.ts'
import { parquetBucket } from './parquetBucket.ts'

const KEY = { parquetBucketAccessKeyId: 'id', parquetBucketSecretAccessKey: 'hunter2' }

test('a bucket has what is set', () => {
  expect(parquetBucket({ parquetBucketRegion: 'us-east-1' })).toBeUndefined()
  const url = 'http://minio:9000/events'
  expect(
    parquetBucket({ ...KEY, parquetBucket: url, parquetBucketRegion: 'eu', parquetBucketSessionToken: 't' }),
  ).toEqual({ url, region: 'eu', accessKeyId: 'id', secretAccessKey: 'hunter2', sessionToken: 't' })
})

test.each([
  [KEY, 'Set --parquet-bucket.'],
  [{ parquetBucket: 'https://b' }, 'needs --parquet-bucket-access-key-id and --parquet-bucket-secret-access-key'],
  [{ parquetBucket: 'https://b', parquetBucketAccessKeyId: 'id' }, 'and --parquet-bucket-secret-access-key'],
])('half a bucket is refused, and no secret is quoted: %j', (choice, said) => {
  expect(() => parquetBucket(choice)).toThrow(said)
  expect(() => parquetBucket(choice)).not.toThrow('hunter2')
})

test.each(['s3://bucket/x', 'events', 'https://id:hunter2@b', 'https://b?key=hunter2', 'https://b#x'])(
  '%s is no address of a bucket',
  (text) => {
    expect(() => httpUrl.fromText(text)).toThrow(/^It must be an address such as (?!.*hunter2)/)
  },
)
