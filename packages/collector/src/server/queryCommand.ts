import { Command, Option } from 'commander'
import { openEvents } from '../parquet/openEvents.ts'
import { openReader } from './openReader.ts'
import { FORMATS, type Format, printAnswer } from './printAnswer.ts'

interface QueryOptions {
  readonly store?: string
  readonly folder?: string
  readonly format: Format
}

export const queryCommand = () =>
  new Command('query')
    .description(
      'Answers a query in the SQL of DuckDB over the views events, flag_values, people and sessions. Times are in UTC.',
    )
    .argument('<sql>', 'such as "select name, count(*) from events group by name"')
    .addOption(
      new Option('--store <place>', 'a file of SQLite, or the URL of a database').env('TELLTALE_COLLECTOR_STORE'),
    )
    .option('--folder <folder>', 'the Parquet files of the store: only what is not there yet is read from the store')
    .addOption(new Option('--format <format>', 'how the rows are printed').choices(FORMATS).default('table'))
    .action(query)

async function query(sql: string, { store: place, folder, format }: QueryOptions): Promise<void> {
  if (place === undefined && folder === undefined)
    throw new Error('There is nothing to read. Set --store, --folder, or both.')
  const store = place === undefined ? undefined : await openReader(place)
  try {
    const events = await openEvents({ ...(store && { store }), ...(folder !== undefined && { folder }) })
    try {
      process.stdout.write(printAnswer(await events.query(sql), format))
    } finally {
      events.close()
    }
  } finally {
    await store?.close()
  }
}
