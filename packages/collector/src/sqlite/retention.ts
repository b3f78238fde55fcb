import type { Sqlite } from './driver.ts'
import { inTransaction } from './writer.ts'

export interface RetentionLimits {
  /** Events that arrived longer ago are deleted, in milliseconds. */
  readonly maxAgeMs: number
  /** The most bytes in the file. Beyond it, the events that arrived first are deleted. */
  readonly maxBytes: number
}

export interface Retention {
  stop(): Promise<void>
}

const EVERY_MS = 60_000
/** Rows that are deleted in one turn. */
const STEP = 1000

/** Deletes old events and what is known of old pages, now and every minute. */
export function startRetention(db: Sqlite, limits: RetentionLimits, failed: (error: unknown) => void): Retention {
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

  /** Deletes some of the oldest events. Returns `false` if there is nothing to delete. */
  async function removeSome(): Promise<boolean> {
    const found = bytesIn(db) > limits.maxBytes ? firsts.get(STEP) : oldest.get(STEP, Date.now() - limits.maxAgeMs)
    const seq = found?.['seq'] ?? null
    if (seq === null) return false
    await inTransaction(db, () => remove.run(seq))
    return true
  }

  async function removeSomePages(): Promise<boolean> {
    const pages = oldPages.all(Date.now() - 2 * limits.maxAgeMs, STEP).map(({ page }) => page ?? null)
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
    await inTransaction(db, () => removeErasedEvents.run(Date.now() - 2 * limits.maxAgeMs))
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

/** The bytes of the file that are in use. */
function bytesIn(db: Sqlite): number {
  const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}
