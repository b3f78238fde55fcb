import { Command } from 'commander'
import { option } from './option.ts'

interface MigrateOptions {
  readonly store: string
  readonly dryRun?: boolean
}

export const migrateCommand = () =>
  new Command('migrate')
    .description('Changes the tables of PostgreSQL to those of this version, as the collector does when it starts.')
    .addOption(option('--store <url>', 'such as postgres://collector@db.example.com/telltale').makeOptionMandatory())
    .option('--dry-run', 'only show the SQL that would be run')
    .action(migrate)

async function migrate({ store, dryRun = false }: MigrateOptions): Promise<void> {
  const { migrationsToRun, postgresStore } = await import('../postgres.ts')
  const missing = await migrationsToRun({ url: store })
  if (dryRun) return console.log(missing.length > 0 ? missing.join('\n') : '-- There is nothing to change.')
  await (await postgresStore({ url: store })).close()
  console.log(`Migrations that were run: ${missing.length}.`)
}
