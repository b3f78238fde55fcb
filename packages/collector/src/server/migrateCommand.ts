import { Command } from 'commander'
import { option } from './option.ts'

interface MigrateOptions {
  readonly store: string
  readonly dryRun?: boolean
}

export const migrateCommand = () =>
  new Command('migrate')
    .description(
      'Changes the tables of PostgreSQL to those of this version, as the collector does when it starts. Deletes no events.',
    )
    .addOption(option('--store <url>', 'such as postgres://collector@db.example.com/telltale').makeOptionMandatory())
    .option('--dry-run', 'only show the SQL that would be run')
    .action(migrate)

async function migrate({ store, dryRun = false }: MigrateOptions): Promise<void> {
  const { migratePostgres, migrationsToRun } = await import('../postgres.ts')
  if (!dryRun) return console.log(`Migrations that were run: ${await migratePostgres({ url: store })}.`)
  const missing = await migrationsToRun({ url: store })
  console.log(missing.length > 0 ? missing.join('\n') : '-- There is nothing to change.')
}
