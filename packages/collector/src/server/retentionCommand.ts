import { Command } from 'commander'
import { addOptions, reads } from './options/addOptions.ts'
import { wholeNumber } from './options/optionKinds.ts'
import { schemeOf } from './stores/schemeOf.ts'
import type { RetentionChange, StorePlace } from './stores/storeKind.ts'
import { kindOf } from './stores/stores.ts'

export const retentionCommand = () =>
  addOptions(new Command('retention'), ['store', 'schema'])
    .description('Shows for how long a store keeps events, or changes it. Collectors then delete what is older.')
    // Neither from the environment nor from a file: these delete events.
    .option('--days <days>', 'keep events for so long', reads(wholeNumber(1, 3650)))
    .option(
      '--consent-days <days>',
      'keep decisions about consent for so long, 0 for no limit',
      reads(wholeNumber(0, 3650)),
    )
    .option('--max-bytes <bytes>', 'the most bytes of a file of SQLite, 0 for no limit', reads(wholeNumber(0)))
    .action(retention)

async function retention({ store, schema, ...change }: StorePlace & RetentionChange): Promise<void> {
  const kind = kindOf(store)
  if (!kind?.retention)
    throw new Error(`There is no retention of ${schemeOf(store)}:// here. Set --store to a file or to postgres://….`)
  console.log(await kind.retention({ store, schema }, change))
}
