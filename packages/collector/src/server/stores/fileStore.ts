import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileOf } from './schemeOf.ts'
import type { StoreKind } from './storeKind.ts'

export const fileStore: StoreKind = {
  title: 'SQLite',
  async sink({ store, retentionDays, maxBytes }, log) {
    const file = needFolder(store)
    const { sqliteStore } = await sqlite(file)
    return sqliteStore({ file, log, ...set({ retentionDays, maxBytes }) })
  },
  async reader({ store }) {
    const file = fileOf(store)
    return (await sqlite(file)).sqliteReader(file)
  },
  async retentionDays({ store }) {
    const { sqliteRetention } = await import('../../sqlite.ts')
    return sqliteRetention(fileOf(store)).retentionDays
  },
  async retention({ store }, { days, maxBytes }) {
    const { changeSqliteRetention, sqliteRetention } = await import('../../sqlite.ts')
    const file = fileOf(store)
    if (days !== undefined || maxBytes !== undefined)
      await changeSqliteRetention(file, set({ retentionDays: days, maxBytes: maxBytes === 0 ? Infinity : maxBytes }))
    const limits = sqliteRetention(file)
    const size = limits.maxBytes === Infinity ? 'has no limit of bytes' : `has at most ${limits.maxBytes} bytes`
    return `Events are kept for ${daysText(limits.retentionDays)}. The file ${size}.`
  },
  async target({ store, maxBytes }, retentionDays) {
    const file = needFolder(store)
    const { sqliteRetention, sqliteStore, takeSqliteOrders } = await sqlite(file)
    const options = { file, ...set({ retentionDays, maxBytes }) }
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
function set({ retentionDays, maxBytes }: { retentionDays?: number | undefined; maxBytes?: number | undefined }) {
  return { ...(retentionDays !== undefined && { retentionDays }), ...(maxBytes !== undefined && { maxBytes }) }
}

/** A file of an earlier version says nothing until a collector has opened it. */
export const daysText = (days: number) =>
  days === Infinity ? 'ever, until a collector opens the file' : days === 1 ? 'one day' : `${days} days`
