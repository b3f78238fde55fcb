import { expect, test } from 'vitest'
import type { CollectorLimits } from '../../collectorOptions.ts'
import type { KafkaDedupeOptions, KafkaOptions, KafkaOutletOptions } from '../../kafka.ts'
import type { BucketOptions, ParquetOptions } from '../../parquet.ts'
import type { PostgresOptions } from '../../postgres.ts'
import type { SqliteOptions } from '../../sqlite.ts'
import { OPTION_NAMES, type OptionName } from './options.ts'

test('every setting of the stores that a file or a line can express is an option', () => {
  type Covered<Options> = Readonly<Record<keyof Options, OptionName | 'not an option'>>
  const limits: Covered<CollectorLimits> = {
    ...{ maxBytes: 'maxBatchBytes', maxEvents: 'maxBatchEvents', maxStoredBytes: 'maxStoredBytes' },
    ...{ maxWaitingBytes: 'maxWaitingBytes', storeTimeoutMs: 'storeTimeoutMs' },
    ...{ perSecond: 'perSecond', perSecondByAddress: 'perSecondByAddress' },
  }
  const sqlite: Covered<SqliteOptions> = {
    ...{ file: 'store', retentionDays: 'retentionDays', maxBytes: 'maxBytes', log: 'not an option' },
    consentRetentionDays: 'consentRetentionDays',
  }
  const postgres: Covered<PostgresOptions> = {
    ...{ url: 'store', schema: 'schema', lanes: 'lanes', retentionDays: 'retentionDays', log: 'not an option' },
    consentRetentionDays: 'consentRetentionDays',
  }
  const kafka: Covered<KafkaOptions> = {
    ...{ brokers: 'store', topic: 'store', ssl: 'kafkaTls', sasl: 'kafkaMechanism', log: 'not an option' },
  }
  const outlet: Covered<Omit<KafkaOutletOptions, keyof KafkaOptions>> = {
    ...{ store: 'store', name: 'kafkaName', everyMs: 'kafkaEveryMs', takeOverMs: 'kafkaTakeOverMs' },
  }
  const dedupe: Covered<Omit<KafkaDedupeOptions, keyof KafkaOptions>> = {
    ...{ clean: 'clean', transactionalId: 'transactionalId', onProgress: 'not an option' },
  }
  const parquet: Covered<ParquetOptions> = {
    ...{ store: 'store', people: 'not an option', folder: 'parquet', retentionDays: 'parquetRetentionDays' },
    ...{ bucket: 'parquetBucket', everyMs: 'parquetEveryMs', maxOpenBytes: 'parquetMaxOpenBytes' },
    ...{ log: 'not an option', now: 'not an option' },
  }
  const bucket: Covered<BucketOptions> = {
    ...{ url: 'parquetBucket', region: 'parquetBucketRegion', accessKeyId: 'parquetBucketAccessKeyId' },
    ...{ secretAccessKey: 'parquetBucketSecretAccessKey', sessionToken: 'parquetBucketSessionToken' },
  }
  const named = [limits, sqlite, postgres, kafka, outlet, dedupe, parquet, bucket].flatMap(Object.values)
  for (const name of named) if (name !== 'not an option') expect(OPTION_NAMES).toContain(name)
})
