import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileOf } from './schemeOf.ts'
import { daysOf, keptText } from './keptText.ts'
import { type ChosenDays, daysIn, type StoreKind } from './storeKind.ts'

export const fileStore: StoreKind = {
  title: 'SQLite',
  async sink({ store, ...choice }, log) {
    const file = needFolder(store)
    const { sqliteStore } = await sqlite(file)
    return sqliteStore({ file, log, ...limitsIn(choice) })
  },
  async reader({ store }) {
    const file = fileOf(store)
    return (await sqlite(file)).sqliteReader(file)
  },
  async retentionDays({ store }) {
    const { sqliteRetention } = await import('../../sqlite.ts')
    return sqliteRetention(fileOf(store)).retentionDays
  },
  async retention({ store }, { maxBytes, ...change }) {
    const { changeSqliteRetention, sqliteRetention } = await import('../../sqlite.ts')
    const file = fileOf(store)
    const limits = { ...daysOf(change), ...(maxBytes !== undefined && { maxBytes: maxBytes || Infinity }) }
    if (Object.keys(limits).length > 0) await changeSqliteRetention(file, limits)
    const kept = sqliteRetention(file)
    const size = kept.maxBytes === Infinity ? 'has no limit of bytes' : `has at most ${kept.maxBytes} bytes`
    return `${keptText(kept)} The file ${size}.`
  },
  async target({ store, maxBytes }, retentionDays) {
    const file = needFolder(store)
    const { sqliteRetention, sqliteStore, takeSqliteOrders } = await sqlite(file)
    const options = { file, ...limitsIn({ retentionDays, maxBytes }) }
    return {
      takeOrders: (orders) => takeSqliteOrders(options, orders),
      open: () => sqliteStore(options),
      retentionDays: async () => sqliteRetention(file).retentionDays,
    }
  },
}

/** The code that opens this file. @throws a sentence, if the file has lost what it has not taken over yet */
async function sqlite(file: string) {
  const [code, { checkLog }] = await Promise.all([import('../../sqlite.ts'), import('../../sqlite/sameFile.ts')])
  checkLog(file)
  return code
}

/** The path of the file. A folder that is made by itself hides that a path is misspelt, or that a disk is not mounted. */
export function needFolder(store: string): string {
  const file = fileOf(store)
  const folder = dirname(resolve(file))
  if (file !== ':memory:' && !existsSync(folder))
    throw new Error(`The folder ${folder} of --store ${file} is not there. Make it, or set --store to another file.`)
  return file
}

/** Options that are set. */
const limitsIn = ({ maxBytes, ...days }: Chosen) => ({ ...daysIn(days), ...(maxBytes !== undefined && { maxBytes }) })

interface Chosen extends ChosenDays {
  readonly maxBytes?: number | undefined
}
