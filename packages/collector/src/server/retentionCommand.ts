import { Command } from 'commander'
import { namedByOption, POSTGRES_NAMES } from './namedByOption.ts'
import { fileOf, schemeOf } from './openStore.ts'
import { addOptions, reads } from './options/addOptions.ts'
import { wholeNumber } from './options/optionKinds.ts'
import type { OptionValues } from './options/options.ts'

interface RetentionOptions extends OptionValues<'store' | 'schema'> {
  readonly days?: number
  readonly maxBytes?: number
}

export const retentionCommand = () =>
  addOptions(new Command('retention'), ['store', 'schema'])
    .description('Shows for how long a store keeps events, or changes it. Collectors then delete what is older.')
    // Neither from the environment nor from a file: these delete events.
    .option('--days <days>', 'keep events for so long', reads(wholeNumber(1, 3650)))
    .option('--max-bytes <bytes>', 'the most bytes of a file of SQLite, 0 for no limit', reads(wholeNumber(0)))
    .action(retention)

async function retention({ store, schema, days, maxBytes }: RetentionOptions): Promise<void> {
  const scheme = schemeOf(store)
  if (scheme === 'postgres') {
    if (maxBytes !== undefined) throw new Error('PostgreSQL has no --max-bytes. Set --days.')
    const place = { url: store, schema }
    const { changePostgresRetention, postgresRetention } = await import('../postgres.ts')
    if (days !== undefined) await namedByOption(changePostgresRetention(place, days), POSTGRES_NAMES)
    const kept = await namedByOption(postgresRetention(place), POSTGRES_NAMES)
    return console.log(`Events are kept for ${daysText(kept)}.`)
  }
  if (scheme !== 'file')
    throw new Error(`There is no retention of ${scheme}:// here. Set --store to a file or to postgres://….`)
  const { changeSqliteRetention, sqliteRetention } = await import('../sqlite.ts')
  const file = fileOf(store)
  if (days !== undefined || maxBytes !== undefined)
    await changeSqliteRetention(file, {
      ...(days !== undefined && { retentionDays: days }),
      ...(maxBytes !== undefined && { maxBytes: maxBytes === 0 ? Infinity : maxBytes }),
    })
  const limits = sqliteRetention(file)
  const size =
    limits.maxBytes === Infinity ? 'The file has no limit of bytes.' : `The file has at most ${limits.maxBytes} bytes.`
  console.log(`Events are kept for ${daysText(limits.retentionDays)}. ${size}`)
}

/** A file of an earlier version says nothing until a collector has opened it. */
const daysText = (days: number) =>
  days === Infinity ? 'ever, until a collector opens the file' : days === 1 ? 'one day' : `${days} days`
