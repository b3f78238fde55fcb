import type { Decide } from '../core/ports/platform.ts'
import { type Database, openDatabase, result } from './indexedDb.ts'

const STORE = 'decisions'
const BY_NAME = 'name'
/** How many decisions are kept. Older ones are deleted. */
const MAX_DECISIONS = 1_000

interface Decision {
  readonly name: string
  readonly choice: string
}

/**
 * Decides in a database of the origin. The browser runs transactions that write one after another, over all of its processes. Each decision has the
 * next number, so that the oldest ones can be deleted.
 */
export function indexedDbDecisions(prefix: string): Decide {
  let database: Promise<Database> | undefined
  const open = () =>
    openDatabase(`${prefix}${STORE}`, {
      version: 1,
      create: (created) =>
        created.createObjectStore(STORE, { autoIncrement: true }).createIndex(BY_NAME, BY_NAME, { unique: true }),
    })

  return async (name, choice) => {
    try {
      const opened = await (database ??= open())
      return await opened.transact({
        stores: [STORE],
        mode: 'readwrite',
        async action(transaction) {
          const decisions = transaction.objectStore(STORE)
          const known = await result<Decision | undefined>(decisions.index(BY_NAME).get(name))
          if (known) return known.choice
          const number = (await result(decisions.add({ name, choice }))) as number
          decisions.delete(IDBKeyRange.upperBound(number - MAX_DECISIONS))
          return choice
        },
      })
    } catch {
      database = undefined
      return undefined
    }
  }
}
