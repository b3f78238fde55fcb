import { expect, test } from 'vitest'
import type { OptionName } from './options.ts'
import { unusedOptions } from './unusedOptions.ts'

const NAMES: readonly OptionName[] = [
  'port',
  'schema',
  'maxBytes',
  'retentionDays',
  'consentRetentionDays',
  'kafkaCa',
  'kafkaName',
  'parquetBucket',
]

test.each([
  [{ store: 'events.db' }, ['--schema', '--kafka-ca', '--kafka-name', '--parquet-bucket']],
  [{ store: 'postgresql://db/x' }, ['--max-bytes', '--kafka-ca', '--kafka-name', '--parquet-bucket']],
  [
    { store: 'kafka://one:1/x' },
    ['--schema', '--max-bytes', '--retention-days', '--consent-retention-days', '--kafka-name', '--parquet-bucket'],
  ],
  [{ store: 'events.db', kafka: 'kafka://one:1/x', parquet: 'p' }, ['--schema']],
])('of a collector with %j, these options have no effect: %j', (options, unused) => {
  expect(unusedOptions(options, NAMES).map((sentence) => /--[\w-]+/.exec(sentence)?.[0])).toEqual(unused)
})

test('the sentence says what an option is for', () => {
  expect(unusedOptions({ store: 'events.db' }, ['kafkaCa'])).toEqual([
    'The option --kafka-ca has no effect: it is for Kafka and --kafka.',
  ])
})
