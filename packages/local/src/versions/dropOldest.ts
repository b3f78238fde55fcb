import type { Sqlite } from '@telltale/collector/sqlite'

/** What is kept of contexts, and of flags and segments that are not current any more, each. */
export interface Limits {
  readonly rows: number
  /** Characters of JSON. */
  readonly length: number
}

interface Added {
  readonly kind: string
  readonly json: string | null
}

interface Size {
  rows: number
  length: number
}

/** How much goes at once, so that not every change deletes something. */
const SHARE = 0.1

const CONTEXTS = "SELECT rowid AS id, state AS ended, length(json) AS length FROM versions WHERE kind = 'context'"
/** With the state in which they ended. What was removed has no content, and ended when it was removed. */
const FLAGS = `SELECT * FROM (
  SELECT rowid AS id, length(json) AS length,
    coalesce(lead(state) OVER (PARTITION BY kind, place ORDER BY state), iif(json IS NULL, state, NULL)) AS ended
  FROM versions WHERE kind <> 'context'
) WHERE ended IS NOT NULL`

/**
 * Returns a function that is told what was added, and deletes the oldest versions beyond the limits. Contexts do not displace flags.
 * Of flags, what ended first goes first, so that every state from the floor on stays complete.
 */
export function dropOldest(db: Sqlite, limits: Limits): (added: readonly Added[]) => void {
  const dropContexts = droppingFrom(CONTEXTS, () => undefined)
  const dropFlags = droppingFrom(FLAGS, (ended) => db.exec(`UPDATE floor SET state = ${ended}`))

  function droppingFrom(old: string, onDropped: (ended: number) => void) {
    let size = sizeOf(old)
    return (added: readonly Added[]): void => {
      // What is added is at most what has ended thereby. The exact size is only asked for when it matters.
      size.rows += added.length
      size.length += added.reduce((sum, { json }) => sum + (json?.length ?? 0), 0)
      if (!isOver(size)) return
      for (size = sizeOf(old); isOver(size); size = sizeOf(old)) {
        const place = Math.ceil(size.rows * SHARE) - 1
        const row = db.prepare(`SELECT ended FROM (${old}) ORDER BY ended LIMIT 1 OFFSET ${place}`).get()
        const ended = Number(row?.['ended'])
        db.exec(`DELETE FROM versions WHERE rowid IN (SELECT id FROM (${old}) WHERE ended <= ${ended})`)
        onDropped(ended)
      }
    }
  }

  function sizeOf(old: string): Size {
    const row = db.prepare(`SELECT count(*) AS rows, total(length) AS length FROM (${old})`).get()
    return { rows: Number(row?.['rows']), length: Number(row?.['length']) }
  }

  function isOver({ rows, length }: Size): boolean {
    return rows > limits.rows || (length > limits.length && rows > 0)
  }

  return (added) => {
    const contexts = added.filter(({ kind }) => kind === 'context')
    if (contexts.length > 0) dropContexts(contexts)
    else dropFlags(added)
  }
}
