import { batchNumbers, MAX_RANGES, type PageUpdate } from '../loss/batchNumbers.ts'
import type { Batch, IncomingEvent, Outcome } from '../store/store.ts'
import { incomingProblem } from '../store/incomingProblem.ts'
import { addArrivals } from './arrivals.ts'
import { failureOf, type Sqlite } from './driver.ts'
import { createFlagSets } from './flagSets.ts'
import { uuidBytes } from './uuidBytes.ts'

/** Says whether an event is about somebody who was deleted. Asked within a transaction. */
export type IsErased = (event: IncomingEvent, clockAheadMs: number) => boolean

/** How long to try while another process writes to the same file, and how long to wait between two tries, in milliseconds. */
const BUSY_MS = 5000
const BUSY_PAUSE_MS = 5

/** Returns a function that writes batches in one transaction. */
export function createWriter(db: Sqlite, isErased: () => IsErased) {
  const insertEvent = db.prepare(`INSERT INTO events
    (id, received_at, happened_at, clock_ahead, app, name, person, impersonator, visitor, accounts, session, body, flag_set)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
  const flagSets = createFlagSets(db)
  const insertApp = db.prepare('INSERT INTO apps (json) VALUES (?) ON CONFLICT DO NOTHING')
  const selectApp = db.prepare('SELECT app FROM apps WHERE json = ?')
  const upsertPage = db.prepare(`INSERT INTO pages (page, last, seen_at, app, engine, destination, release)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (page) DO UPDATE SET last = max(last, excluded.last),
      seen_at = max(seen_at, iif(?, excluded.seen_at, seen_at)), release = iif(release = '', excluded.release, release)`)
  // The numbers of a page nearly always come in order: one row then has all of them.
  const extendNumbers = db.prepare(`UPDATE numbers SET last = max(last, ?) WHERE page = ? AND fate = ?
    AND first = (SELECT max(first) FROM numbers WHERE page = ? AND fate = ? AND first <= ?) AND last >= ? - 1`)
  const countNumbers = db.prepare('SELECT count(*) AS count FROM numbers WHERE page = ?')
  const insertNumbers = db.prepare(`INSERT INTO numbers (page, fate, first, last)
    VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last) WHERE last < excluded.last`)

  function appOf({ app }: Batch): number {
    const json = JSON.stringify(app)
    const known = selectApp.get(json)
    if (known) return Number(known['app'])
    insertApp.run(json)
    return Number(selectApp.get(json)?.['app'])
  }

  function writeEvent(event: IncomingEvent, { receivedAt, clockAheadMs }: Batch, app: number): Outcome {
    const { id, happenedAt, name, person = null, impersonator = null, visitor = null, session = null, body } = event
    const problem = incomingProblem(event)
    if (problem !== undefined) return { refused: problem }
    const accounts = event.accounts.length > 0 ? JSON.stringify(event.accounts) : null
    const when = [receivedAt, happenedAt, clockAheadMs] as const
    const who = [person, impersonator, visitor, accounts, session] as const
    const flagSet = event.flags ? flagSets.rowOf(event.flags) : null
    let outcome: Outcome
    try {
      const { changes } = insertEvent.run(uuidBytes(id), ...when, app, name, ...who, body, flagSet)
      outcome = Number(changes) === 1 ? 'new' : 'known'
    } catch (error) {
      if (failureOf(error) !== 'refused') throw error
      outcome = { refused: 'The event is too large for the store.' }
    }
    if (flagSet !== null && outcome !== 'new') flagSets.dropUnused(flagSet)
    return outcome
  }

  function writePage({ page, last, seenAt, delivers, app, engine, destination, release, numbers }: PageUpdate): void {
    upsertPage.run(page, last, seenAt, app, engine, destination, release, delivers ? 1 : 0)
    let room: number | undefined
    for (const [fate, first, end] of numbers) {
      if (Number(extendNumbers.run(end, page, fate, page, fate, first, first).changes) > 0) continue
      room ??= MAX_RANGES - Number(countNumbers.get(page)?.['count'])
      if (room > 0) insertNumbers.run(page, fate, first, end)
      room -= 1
    }
  }

  return (batches: readonly Batch[]) =>
    inTransaction(db, (): readonly (readonly Outcome[])[] => {
      if (batches.some(({ isCopied }) => isCopied)) addArrivals(db)
      const erased = isErased()
      const outcomes = batches.map((batch) => {
        const app = appOf(batch)
        return batch.events.map((event) =>
          erased(event, batch.clockAheadMs) ? 'erased' : writeEvent(event, batch, app),
        )
      })
      const hasArrived = (batch: number, event: number) => typeof outcomes[batch]?.[event] === 'string'
      for (const update of batchNumbers(batches, hasArrived)) writePage(update)
      return outcomes
    })
}

/** Does `work` in a transaction, and resolves when it is durable. Waits while another process writes. */
export async function inTransaction<T>(db: Sqlite, work: () => T): Promise<T> {
  const until = performance.now() + BUSY_MS
  while (!begins(db, until)) await new Promise((resolve) => void setTimeout(resolve, BUSY_PAUSE_MS))
  // Nothing waits from here on: another piece of work has the same connection.
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has done so itself, as it does when the disk is full.
    }
    throw error
  }
}

/** Returns `false` if another process is writing. */
function begins(db: Sqlite, until: number): boolean {
  try {
    db.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (failureOf(error) !== 'busy' || performance.now() > until) throw error
    return false
  }
}
