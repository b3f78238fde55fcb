import type { Sqlite } from './driver.ts'
import { DAY_MS, limitsReader } from './limits.ts'
import { createOldEvents } from './oldEvents.ts'
import { inTransaction } from './writer.ts'

export interface Retention {
  stop(): Promise<void>
}

const EVERY_MS = 60_000
/** What is kept for longer than others is looked at again once in so many rounds. */
const ROUNDS = 60
/** Pages that are deleted in one turn. */
const STEP = 1000

/** Deletes old events and what is known of old pages, now and every minute. */
export function startRetention(db: Sqlite, failed: (error: unknown) => void): Retention {
  const readLimits = limitsReader(db)
  const events = createOldEvents(db)
  const oldPages = db.prepare('SELECT page FROM pages WHERE seen_at < ? LIMIT ?')
  const removePage = db.prepare('DELETE FROM pages WHERE page = ?')
  const removeNumbers = db.prepare('DELETE FROM numbers WHERE page = ?')
  const removeErasedEvents = db.prepare('DELETE FROM erased_events WHERE erased_at < ?')
  let isStopped = false
  let round = 0
  let running: Promise<void> | undefined

  /** When nothing that is still stored had arrived, in milliseconds since 1970. */
  const longAgo = () => Date.now() - 2 * readLimits().retentionDays * DAY_MS

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
    if (round % ROUNDS === 0) events.beginAgain()
    round += 1
    for (const removeOf of [events.removeSome, removeSomePages, removeErased])
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
