import type { BucketOptions } from '../parquet.ts'
import type { OptionValues } from './options/options.ts'

type Choice = Partial<
  OptionValues<
    | 'parquetBucket'
    | 'parquetBucketRegion'
    | 'parquetBucketAccessKeyId'
    | 'parquetBucketSecretAccessKey'
    | 'parquetBucketSessionToken'
  >
>

/** The bucket to which files are sent, if one is chosen. @throws a sentence that names the option that is missing */
export function parquetBucket(choice: Choice): BucketOptions | undefined {
  const { parquetBucket: url, parquetBucketRegion: region, parquetBucketSessionToken: sessionToken } = choice
  const { parquetBucketAccessKeyId: accessKeyId, parquetBucketSecretAccessKey: secretAccessKey } = choice
  if (url === undefined) {
    if (accessKeyId === undefined && secretAccessKey === undefined && sessionToken === undefined) return undefined
    throw new Error('There is an access key of a bucket, and no bucket. Set --parquet-bucket.')
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('A bucket needs --parquet-bucket-access-key-id and --parquet-bucket-secret-access-key.')
  return {
    ...{ url, accessKeyId, secretAccessKey },
    ...(region !== undefined && { region }),
    ...(sessionToken !== undefined && { sessionToken }),
  }
}
