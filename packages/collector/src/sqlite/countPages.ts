import { pageCounts } from '../loss/pageCounts.ts'
import { countsIn, countsOf, createChanges, groupsFor, hourOf } from '../loss/sums.ts'
import type { Groups } from '../loss/tally.ts'
import type { Row, Sqlite } from './driver.ts'
import { pageNumbers } from './reader.ts'
import { inTransaction } from './writer.ts'

/** Pages, and ranges of their numbers, that one step counts at most: everything else waits for it. */
const PAGES = 100
const RANGES = 20_000

/**
 * Returns a function that counts some of the pages that have changed since they were counted, those that have changed last first, and
 * resolves with whether there may be more.
 */
export function pageCounter(db: Sqlite): () => Promise<boolean> {
  const next = db.prepare('SELECT page FROM uncounted ORDER BY seq DESC LIMIT ?')
  const isCounted = db.prepare('DELETE FROM uncounted WHERE page = ?')
  const page = db.prepare('SELECT * FROM pages WHERE page = ?')
  const numbersOf = db.prepare('SELECT * FROM numbers WHERE page = ?')
  const before = db.prepare('SELECT cohort, hour, counts FROM page_counts WHERE page = ?')
  const forget = db.prepare('DELETE FROM page_counts WHERE page = ?')
  const keep = db.prepare(`INSERT OR REPLACE INTO page_counts
    (page, cohort, hour, seen_at, counts, open, delivered, missing) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const add = db.prepare(`INSERT INTO loss_sums (cohort, fate, hour, count) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  const clear = db.prepare('DELETE FROM loss_sums WHERE cohort = ? AND fate = ? AND hour = ? AND count = 0')
  const cohortOf = cohortFinder(db)

  function countSome(): boolean {
    const changes = createChanges()
    const pages = next.all(PAGES)
    let ranges = 0
    let counted = 0
    for (const { page: id = null } of pages) {
      if (ranges > RANGES) break
      const known = before.get(id)
      if (known) changes.add(placeOf(known), countsIn(known['counts']), -1)
      const row = page.get(id)
      if (row) {
        const numbers = numbersOf.all(id)
        ranges += numbers.length
        countPage(row, numbers, changes)
      } else forget.run(id)
      isCounted.run(id)
      counted += 1
    }
    for (const { cohort, fate, hour, count } of changes.all()) {
      add.run(cohort, fate, hour, count)
      if (count < 0) clear.run(cohort, fate, hour)
    }
    return counted < pages.length || pages.length === PAGES
  }

  function countPage(row: Row, numbers: readonly Row[], changes: ReturnType<typeof createChanges>): void {
    const [numbered] = pageNumbers([row], numbers)
    if (!numbered) return
    const { app, engine, destination, release, seenAt } = numbered
    const counts = pageCounts(numbered)
    const place = { cohort: cohortOf({ app, engine, destination, release }), hour: hourOf(seenAt) }
    changes.add(place, countsOf(counts), 1)
    const text = JSON.stringify(countsOf(counts))
    keep.run(numbered.page, place.cohort, place.hour, seenAt, text, counts.open, counts.delivered, counts.missing)
  }

  return () => inTransaction(db, countSome)
}

const placeOf = (row: Row) => ({ cohort: Number(row['cohort']), hour: Number(row['hour']) })

function cohortFinder(db: Sqlite) {
  const find = db.prepare('SELECT cohort FROM cohorts WHERE app = ? AND engine = ? AND destination = ? AND release = ?')
  const insert = db.prepare('INSERT INTO cohorts (app, engine, destination, release) VALUES (?, ?, ?, ?)')
  const count = db.prepare('SELECT count(*) AS count FROM cohorts')
  const removeUnused = db.prepare('DELETE FROM cohorts WHERE cohort NOT IN (SELECT cohort FROM page_counts)')
  let isTidy = false
  const valuesOf = ({ app, engine, destination, release }: Groups) => [app, engine, destination, release] as const

  return (groups: Groups): number => {
    const known = find.get(...valuesOf(groups))
    if (known) return Number(known['cohort'])
    // Once in the life of a process, in the transaction of what is counted.
    if (!isTidy) removeUnused.run()
    isTidy = true
    const kept = valuesOf(groupsFor(groups, Number(count.get()?.['count'])))
    if (!find.get(...kept)) insert.run(...kept)
    return Number(find.get(...kept)?.['cohort'])
  }
}
