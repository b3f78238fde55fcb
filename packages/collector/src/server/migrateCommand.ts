import { Command } from 'commander'
import { namedByOption, POSTGRES_NAMES } from './namedByOption.ts'
import { addOptions } from './options/addOptions.ts'
import type { OptionValues } from './options/options.ts'

interface MigrateOptions extends OptionValues<'store' | 'schema'> {
  readonly dryRun?: boolean
}

export const migrateCommand = () =>
  addOptions(new Command('migrate'), ['store', 'schema'], { required: ['store'] })
    .description(
      'Changes the tables of PostgreSQL to those of this version, as the collector does when it starts. Deletes no events.',
    )
    .option('--dry-run', 'only show the SQL that would be run')
    .action(migrate)

async function migrate({ store: url, schema, dryRun = false }: MigrateOptions): Promise<void> {
  const { migratePostgres, migrationsToRun } = await import('../postgres.ts')
  const place = { url, schema }
  if (!dryRun)
    return console.log(`Migrations that were run: ${await namedByOption(migratePostgres(place), POSTGRES_NAMES)}.`)
  const missing = await namedByOption(migrationsToRun(place), POSTGRES_NAMES)
  console.log(missing.length > 0 ? missing.join('\n') : '-- There is nothing to change.')
}
