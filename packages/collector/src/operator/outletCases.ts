import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { OptionCase, Run } from './optionCase.ts'

const SOON = { timeout: 10_000 }
/** What the log says of options, it says before the collector listens. */
const AT_START = { timeout: 2000 }
/** As often as the store is asked by default, twice and more. */
const LATER_MS = 3000
const PARQUET = ['--parquet', 'parquet']

/** Options of what is written beside the store, and of stores that are not there. */
export const OUTLET_CASES: readonly OptionCase[] = [
  {
    ...{ name: 'parquet', value: 'parquet' },
    async expects({ collector, sender, path }) {
      await sender.send(collector.port())
      const [id = ''] = sender.acknowledged
      await expect.poll(() => allIn(path('parquet')), SOON).toContain(id)
    },
  },
  {
    ...{ name: 'parquet-every-ms', value: 3_600_000, beside: PARQUET },
    async expects({ collector, sender, path }) {
      await setTimeout(LATER_MS)
      await sender.send(collector.port())
      const [id = ''] = sender.acknowledged
      await setTimeout(LATER_MS)
      expect(id).not.toBe('')
      expect(allIn(path('parquet'))).not.toContain(id)
    },
  },
  {
    ...{ name: 'parquet-max-open-bytes', value: 1, beside: PARQUET },
    async expects({ collector, sender, path }) {
      await sender.send(collector.port())
      await expect.poll(() => readdirSync(join(path('parquet'), 'hours')).length, SOON).toBeGreaterThan(0)
    },
  },
  {
    ...{ name: 'kafka', value: 'kafka://127.0.0.1:9/events' },
    // The brokers are away, or this Node is too old for them.
    expects: ({ collector }) =>
      expect.poll(() => collector.said() + JSON.stringify(collector.log()), SOON).toMatch(/kafka/i),
  },
  ...[
    ['schema', 'other', ''],
    ['lanes', 3, '17'],
    ['parquet-retention-days', 40, '0'],
    ['parquet-bucket', 'https://s3.example.com/events', 'events'],
    ['parquet-bucket-region', 'eu-central-1', ''],
    ['parquet-bucket-access-key-id', 'key-1', ''],
    ['parquet-bucket-secret-access-key', 'a-secret', ''],
    ['parquet-bucket-session-token', 'a-token', ''],
    ['kafka-name', 'outlet-1', ''],
    ['kafka-every-ms', 2000, '0'],
    ['kafka-take-over-ms', 60_000, '999'],
    ['kafka-tls', true, 'maybe'],
    ['kafka-ca', 'ca.pem', ''],
    ['kafka-cert', 'cert.pem', ''],
    ['kafka-key', 'key.pem', ''],
    ['kafka-key-passphrase', 'a-passphrase', ''],
    ['kafka-mechanism', 'PLAIN', 'KERBEROS'],
    ['kafka-username', 'collector', ''],
    ['kafka-password', 'a-password', ''],
    ['kafka-token', 'a-token', ''],
  ].map(([name, value, wrong]) => withoutItsPart(String(name), value as OptionCase['value'], String(wrong))),
]

/** Without PostgreSQL, a bucket or brokers, an operator sees that the option was read: the log says that it has no effect. */
function withoutItsPart(name: string, value: OptionCase['value'], wrong: string): OptionCase {
  const expects = ({ collector }: Run) =>
    expect
      .poll(() => collector.log().map(({ msg }) => msg), AT_START)
      .toContainEqual(expect.stringContaining(`The option --${name} has no effect`))
  return { name, value, wrong, expects }
}

const allIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
