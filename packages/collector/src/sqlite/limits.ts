import type { Log } from '../collectorOptions.ts'
import { checkDays, DEFAULT_DAYS, tellKeptLonger } from '../store/retention.ts'
import type { Sqlite } from './driver.ts'
import { inTransaction } from './writer.ts'

/** What the file keeps. They are in the table `settings`: another process, such as a console, must not delete more than the collector. */
export interface Limits {
  /** Events that arrived longer ago are deleted. */
  readonly retentionDays: number
  /** The most bytes in the file, which may be `Infinity`. Beyond it, the events that arrived first are deleted. */
  readonly maxBytes: number
}

export const DAY_MS = 24 * 3_600_000

/** @throws a sentence */
export function checkLimits({ retentionDays, maxBytes = Infinity }: Partial<Limits>): void {
  checkDays(retentionDays)
  if (!(maxBytes > 0)) throw new Error('The setting "maxBytes" must be more than 0.')
}

/** Returns what reads the limits: from a file of which nothing is known yet, none is exceeded. */
export function limitsReader(db: Sqlite): () => Limits {
  const select = db.prepare("SELECT name, value FROM settings WHERE name IN ('retention_days', 'max_bytes')")
  return () => {
    const values = new Map(select.all().map(({ name, value }) => [name, Number(value)]))
    return {
      retentionDays: values.get('retention_days') ?? Infinity,
      maxBytes: values.get('max_bytes') ?? Infinity,
    }
  }
}

/** Writes limits into the file. A transaction has begun. */
function writeLimits(db: Sqlite, { retentionDays, maxBytes }: Limits): void {
  const write = db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  write.run('retention_days', retentionDays)
  if (maxBytes === Infinity) db.exec("DELETE FROM settings WHERE name = 'max_bytes'")
  else write.run('max_bytes', maxBytes)
}

/** Sees to it that the file keeps at least what is chosen. */
export async function takeLimits(db: Sqlite, chosen: Partial<Limits>, log: Log): Promise<void> {
  const read = limitsReader(db)
  const isKept = ({ retentionDays, maxBytes }: Limits) =>
    !isUndecided({ retentionDays }) &&
    retentionDays >= (chosen.retentionDays ?? 0) &&
    maxBytes >= (chosen.maxBytes ?? 0)
  // Without a lock, for which another process may make it wait.
  if (!isKept(read()))
    await inTransaction(db, () =>
      writeLimits(db, isUndecided(read()) ? firstLimits(db, chosen) : longest(read(), chosen)),
    )
  const kept = read()
  for (const setting of ['retentionDays', 'maxBytes'] as const) {
    const value = chosen[setting]
    if (value !== undefined && value < kept[setting])
      tellKeptLonger(log, setting, { chosen: value, kept: kept[setting] })
  }
}

const isUndecided = ({ retentionDays }: Pick<Limits, 'retentionDays'>) => retentionDays === Infinity

const longest = (known: Limits, chosen: Partial<Limits>): Limits => ({
  retentionDays: Math.max(known.retentionDays, chosen.retentionDays ?? 0),
  maxBytes: Math.max(known.maxBytes, chosen.maxBytes ?? 0),
})

/** A file that was written before limits were in it keeps what it has. */
function firstLimits(db: Sqlite, { retentionDays = DEFAULT_DAYS, maxBytes = Infinity }: Partial<Limits>): Limits {
  const first = db.prepare('SELECT received_at FROM events ORDER BY seq LIMIT 1').get()?.['received_at']
  if (first === undefined) return { retentionDays, maxBytes }
  const days = Math.ceil((Date.now() - Number(first)) / DAY_MS)
  return { retentionDays: Math.max(retentionDays, days), maxBytes: Math.max(maxBytes, bytesIn(db)) }
}

/** Changes what the file keeps, also to less. */
export const changeLimits = (db: Sqlite, change: Partial<Limits>): Promise<void> =>
  inTransaction(db, () => {
    const known = limitsReader(db)()
    writeLimits(db, { ...(isUndecided(known) ? firstLimits(db, {}) : known), ...change })
  })

/** The bytes of the file that are in use. */
export function bytesIn(db: Sqlite): number {
  const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}
