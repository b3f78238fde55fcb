import { Command } from 'commander'
import { needFolder } from './stores/fileStore.ts'
import { fileOf, schemeOf } from './stores/schemeOf.ts'
import { option } from './option.ts'

export const restoreCommand = () =>
  new Command('restore')
    .description(
      'Puts a backup in the place of a file of SQLite, which no collector may have open. What came after the backup is gone.',
    )
    .argument('<backup>', 'a file that the command backup has made')
    .addOption(option('--store <file>', 'the file of the collector').default('telltale-events.db'))
    .action(restore)

async function restore(backup: string, { store }: { readonly store: string }): Promise<void> {
  if (schemeOf(store) !== 'file')
    throw new Error(`A backup cannot be put back to ${schemeOf(store)}:// here. Set --store to a file of SQLite.`)
  if (schemeOf(backup) !== 'file')
    throw new Error(`${schemeOf(backup)}:// is no backup. Name a file that "backup" has made.`)
  const file = fileOf(store)
  needFolder(file)
  const { restoreFile } = await import('./restoreFile.ts')
  restoreFile(fileOf(backup), file)
  console.log(`${file} has the events of ${backup}.`)
}
