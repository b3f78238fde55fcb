import { httpUrl, path, text, wholeNumber } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

const OUTLET = ['--parquet'] as const

/** Files of Parquet beside a store, and the bucket to which they are sent. */
export const PARQUET = {
  parquet: { kind: path, takes: '<folder>', does: 'Events are also written to Parquet files by hour in this folder.' },
  parquetRetentionDays: {
    kind: wholeNumber(1),
    takes: '<days>',
    does: 'For how many days a Parquet file is kept after its hour. It is kept longer until the bucket has it.',
    otherwise: 'as long as there is space',
    of: OUTLET,
  },
  parquetMaxOpenBytes: {
    kind: wholeNumber(1),
    takes: '<bytes>',
    does: 'The file of the current hour is closed early when it has this many bytes.',
    otherwise: '128 MiB',
    of: OUTLET,
  },
  parquetEveryMs: {
    kind: wholeNumber(1, 3_600_000),
    takes: '<milliseconds>',
    does: 'How often the store is asked for new events, and for what it has deleted.',
    otherwise: '1,000, and 10,000 for what it has deleted',
    of: OUTLET,
  },
  parquetBucket: {
    kind: httpUrl,
    takes: '<url>',
    does: 'Closed files are sent to this bucket of a storage that speaks S3, such as `https://events.s3.eu-central-1.amazonaws.com/telltale`.',
    of: OUTLET,
  },
  parquetBucketRegion: {
    kind: text,
    takes: '<region>',
    does: 'The region of the bucket.',
    default: 'us-east-1',
    of: OUTLET,
  },
  parquetBucketAccessKeyId: {
    kind: text,
    takes: '<id>',
    does: 'The id of the access key of the bucket.',
    of: OUTLET,
  },
  parquetBucketSecretAccessKey: {
    kind: text,
    takes: '<secret>',
    does: 'The secret of the access key.',
    isSecret: true,
    of: OUTLET,
  },
  parquetBucketSessionToken: {
    kind: text,
    takes: '<token>',
    does: 'The session token of a temporary access key.',
    isSecret: true,
    of: OUTLET,
  },
} satisfies Readonly<Record<string, OptionSpec>>
