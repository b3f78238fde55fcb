import { setImmediate as turn } from 'node:timers/promises'
import type { Collector } from '../collector/collector.ts'
import { accountsIn, type PersonAccounts } from '../collector/personAccounts.ts'

/** The accounts of the people whose events are stored, as their latest events have them. */
export interface LatestAccounts {
  /** By id of the person. The first call reads the events, the others only what has arrived since. */
  all(): Promise<ReadonlyMap<string, PersonAccounts>>
  close(): void
}

/** The most events that are read for it. */
const MAX_EVENTS = 100_000
const PAGE = 500
/** The most people. */
const MAX_PEOPLE = 5_000

export function latestAccounts(collector: Pick<Collector, 'newest' | 'subscribe'>): LatestAccounts {
  const byPerson = new Map<string, PersonAccounts>()
  let reading: Promise<void> | undefined
  let isClosed = false

  function add(id: string, accounts: PersonAccounts): void {
    if (byPerson.has(id) || byPerson.size < MAX_PEOPLE) byPerson.set(id, accounts)
  }

  async function read(): Promise<void> {
    let cursor: string | undefined
    for (let count = 0; count < MAX_EVENTS && !isClosed; count += PAGE) {
      const page = await collector.newest(PAGE, cursor)
      for (const [id, accounts] of accountsIn(page.events)) if (!byPerson.has(id)) add(id, accounts)
      cursor = page.cursor
      if (cursor === undefined) return
      await turn()
    }
  }

  const unsubscribe = collector.subscribe((events) => {
    // The latest one comes last.
    for (const [id, accounts] of accountsIn([...events].reverse())) add(id, accounts)
  })
  return {
    async all() {
      // What cannot be read now is read for the next console.
      await (reading ??= read().catch(() => void (reading = undefined)))
      return byPerson
    },
    close() {
      isClosed = true
      unsubscribe()
    },
  }
}
