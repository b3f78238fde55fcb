import type { ColumnReader } from '../store/eventColumns.ts'
import type { EventReader } from '../store/store.ts'
import { namedByOption, POSTGRES_NAMES } from './namedByOption.ts'
import { fileOf, schemeOf } from './openStore.ts'
import type { OptionValues } from './options/options.ts'

/** Opens the store that `--store` names for reading. It is not changed: no table is made, and nothing is deleted. */
export async function openReader({
  store,
  schema,
}: OptionValues<'store' | 'schema'>): Promise<EventReader & ColumnReader & { close(): Promise<void> }> {
  const scheme = schemeOf(store)
  if (scheme === 'postgres') {
    const { postgresReader } = await import('../postgres.ts')
    return namedByOption(postgresReader({ url: store, schema }), POSTGRES_NAMES)
  }
  if (scheme !== 'file')
    throw new Error(`Nothing can be read from ${scheme}://. Set --store to a file or to postgres://….`)
  const [{ sqliteReader }, { checkLog }] = await Promise.all([import('../sqlite.ts'), import('../sqlite/sameFile.ts')])
  checkLog(fileOf(store))
  return sqliteReader(fileOf(store))
}
