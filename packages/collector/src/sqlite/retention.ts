import { hasArrivals } from './arrivals.ts'
import type { Sqlite } from './driver.ts'
import { bytesIn, DAY_MS, limitsReader } from './limits.ts'
import { inTransaction } from './writer.ts'

export interface Retention {
  stop(): Promise<void>
}

const EVERY_MS = 60_000
/** Rows that are deleted in one turn. */
const STEP = 1000

/** Deletes old events and what is known of old pages, now and every minute. */
export function startRetention(db: Sqlite, failed: (error: unknown) => void): Retention {
  const readLimits = limitsReader(db)
  const oldest = db.prepare(
    'SELECT max(seq) AS seq FROM (SELECT seq, received_at FROM events ORDER BY seq LIMIT ?) WHERE received_at < ?',
  )
  const firsts = db.prepare('SELECT max(seq) AS seq FROM (SELECT seq FROM events ORDER BY seq LIMIT ?)')
  const remove = db.prepare('DELETE FROM events WHERE seq <= ?')
  const oldPages = db.prepare('SELECT page FROM pages WHERE seen_at < ? LIMIT ?')
  const removePage = db.prepare('DELETE FROM pages WHERE page = ?')
  const removeNumbers = db.prepare('DELETE FROM numbers WHERE page = ?')
  const removeErasedEvents = db.prepare('DELETE FROM erased_events WHERE erased_at < ?')
  let isStopped = false
  let running: Promise<void> | undefined

  /** When nothing that is still stored had arrived, in milliseconds since 1970. */
  const longAgo = () => Date.now() - 2 * readLimits().retentionDays * DAY_MS

  /** Deletes some of the oldest events. Returns `false` if there is nothing to delete. */
  async function removeSome(): Promise<boolean> {
    // Another process may have changed them.
    const { retentionDays, maxBytes } = readLimits()
    const isTooLarge = bytesIn(db) > maxBytes
    const until = isTooLarge ? Number.MAX_SAFE_INTEGER : Date.now() - retentionDays * DAY_MS
    if (hasArrivals(db)) return inTransaction(db, () => Number(removeByArrival(db, until)) > 0)
    const found = isTooLarge ? firsts.get(STEP) : oldest.get(STEP, until)
    const seq = found?.['seq'] ?? null
    if (seq === null) return false
    await inTransaction(db, () => remove.run(seq))
    return true
  }

  async function removeSomePages(): Promise<boolean> {
    const pages = oldPages.all(longAgo(), STEP).map(({ page }) => page ?? null)
    if (pages.length === 0) return false
    await inTransaction(db, () => {
      for (const page of pages) {
        removePage.run(page)
        removeNumbers.run(page)
      }
    })
    return true
  }

  async function removeErased(): Promise<boolean> {
    await inTransaction(db, () => removeErasedEvents.run(longAgo()))
    return false
  }

  async function run(): Promise<void> {
    for (const removeOf of [removeSome, removeSomePages, removeErased])
      while (!isStopped && (await removeOf())) await new Promise((resolve) => void setImmediate(resolve))
  }

  function begin(): void {
    running ??= run()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(begin, EVERY_MS)
  timer.unref()
  begin()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

const removeByArrival = (db: Sqlite, until: number) =>
  db
    .prepare(
      'DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE received_at < ? ORDER BY received_at LIMIT ?)',
    )
    .run(until, STEP).changes
