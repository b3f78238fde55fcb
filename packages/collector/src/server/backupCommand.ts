import { Command } from 'commander'
import { fileOf, schemeOf } from './stores/schemeOf.ts'
import { option } from './option.ts'

export const backupCommand = () =>
  new Command('backup')
    .description('Copies the events of a file of SQLite into another one, also while a collector is writing.')
    .argument('<to>', 'a file that does not exist yet')
    .addOption(option('--store <file>', 'the file of the collector').default('telltale-events.db'))
    .action(backup)

async function backup(to: string, { store }: { readonly store: string }): Promise<void> {
  if (schemeOf(store) === 'postgres')
    throw new Error('The command backup is for a file of SQLite. Use the backups of your server of PostgreSQL.')
  if (schemeOf(store) !== 'file')
    throw new Error(`${schemeOf(store)}:// cannot be backed up here. Set --store to a file of SQLite.`)
  if (schemeOf(to) !== 'file')
    throw new Error(`A backup cannot be written to ${schemeOf(to)}://. Name a file that does not exist yet.`)
  const { backupFile } = await import('./backupFile.ts')
  backupFile(fileOf(store), fileOf(to))
  console.log(`${to} has the events of ${store}.`)
}
