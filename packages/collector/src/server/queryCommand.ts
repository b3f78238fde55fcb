import { Command, Option } from 'commander'
import { queryEvents } from '../parquet/openEvents.ts'
import { openReader } from './stores/stores.ts'
import { addOptions } from './options/addOptions.ts'
import { FORMATS, type Format, printAnswer } from './printAnswer.ts'

interface QueryOptions {
  readonly store?: string
  readonly schema: string
  readonly folder?: string
  readonly format: Format
}

export const queryCommand = () =>
  addOptions(new Command('query'), ['store', 'schema'], { withoutDefault: ['store'] })
    .description(
      'Answers a query in the SQL of DuckDB over the views events, flag_values, exposures, people and sessions. Times are in UTC.',
    )
    .argument('<sql>', 'such as "select name, count(*) from events group by name"')
    .option('--folder <folder>', 'the Parquet files of the store: only what is not there yet is read from the store')
    .addOption(new Option('--format <format>', 'how the rows are printed').choices(FORMATS).default('table'))
    .action(query)

async function query(sql: string, { store: place, schema, folder, format }: QueryOptions): Promise<void> {
  if (place === undefined && folder === undefined)
    throw new Error('There is nothing to read. Set --store, --folder, or both.')
  const store = place === undefined ? undefined : await openReader({ store: place, schema })
  try {
    const source = { ...(store && { store }), ...(folder !== undefined && { folder }) }
    process.stdout.write(printAnswer(await queryEvents(sql, source), format))
  } finally {
    await store?.close()
  }
}
