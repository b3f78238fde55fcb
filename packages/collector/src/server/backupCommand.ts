import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { option } from './option.ts'

export const backupCommand = () =>
  new Command('backup')
    .description('Copies the events of a file of SQLite into another one, also while a collector is writing.')
    .argument('<to>', 'a file that does not exist yet')
    .addOption(option('--store <file>', 'the file of the collector').default('telltale-events.db'))
    .action(backup)

async function backup(to: string, { store }: { readonly store: string }): Promise<void> {
  // SQLite would make one.
  if (!existsSync(store)) throw new Error(`There is no file ${store}. Set --store.`)
  if (existsSync(to)) throw new Error(`${to} exists already. Name another file.`)
  const [{ openSqlite }, { checkLog }] = await Promise.all([
    import('../sqlite/driver.ts'),
    import('../sqlite/sameFile.ts'),
  ])
  checkLog(store)
  const db = openSqlite(store)
  try {
    // One view of all tables. A collector that writes meanwhile does not wait.
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
  console.log(`${to} has the events of ${store}.`)
}
