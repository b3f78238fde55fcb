import type { Log } from '../collectorOptions.ts'
import { checkConsentDays, checkDays, DEFAULT_DAYS, tellKeptLonger } from '../store/retention.ts'
import type { Sqlite } from './driver.ts'
import { inTransaction } from './writer.ts'

/** What the file keeps. They are in the table `settings`: another process, such as a console, must not delete more than the collector. */
export interface Limits {
  /** Events that arrived longer ago are deleted. */
  readonly retentionDays: number
  /** The same for decisions about consent, if it is longer. `Infinity` until somebody deletes them. */
  readonly consentRetentionDays: number
  /** The most bytes in the file, which may be `Infinity`. Beyond it, the events that arrived first are deleted. */
  readonly maxBytes: number
}

export const DAY_MS = 24 * 3_600_000

/** @throws a sentence */
export function checkLimits({ retentionDays, consentRetentionDays, maxBytes = Infinity }: Partial<Limits>): void {
  checkDays(retentionDays)
  checkConsentDays(consentRetentionDays)
  if (!(maxBytes > 0)) throw new Error('The setting "maxBytes" must be more than 0.')
}

/** Returns what reads the limits: from a file of which nothing is known yet, none is exceeded. */
export function limitsReader(db: Sqlite): () => Limits {
  const select = db.prepare(
    "SELECT name, value FROM settings WHERE name IN ('retention_days', 'consent_retention_days', 'max_bytes')",
  )
  return () => {
    const values = new Map(select.all().map(({ name, value }) => [name, Number(value)]))
    return {
      retentionDays: values.get('retention_days') ?? Infinity,
      consentRetentionDays: values.get('consent_retention_days') ?? Infinity,
      maxBytes: values.get('max_bytes') ?? Infinity,
    }
  }
}

/** Writes limits into the file. A transaction has begun. */
function writeLimits(db: Sqlite, { retentionDays, consentRetentionDays, maxBytes }: Limits): void {
  const write = db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = db.prepare('DELETE FROM settings WHERE name = ?')
  write.run('retention_days', retentionDays)
  for (const [name, value] of [
    ['consent_retention_days', consentRetentionDays],
    ['max_bytes', maxBytes],
  ] as const)
    if (value === Infinity) remove.run(name)
    else write.run(name, value)
}

/** Sees to it that the file keeps at least what is chosen. */
export async function takeLimits(db: Sqlite, chosen: Partial<Limits>, log: Log): Promise<void> {
  const read = limitsReader(db)
  const isKept = (known: Limits) => !isUndecided(known) && SETTINGS.every((name) => known[name] >= (chosen[name] ?? 0))
  // Without a lock, for which another process may make it wait.
  if (!isKept(read()))
    await inTransaction(db, () =>
      writeLimits(db, isUndecided(read()) ? firstLimits(db, chosen) : longest(read(), chosen)),
    )
  const kept = read()
  for (const setting of SETTINGS) {
    const value = chosen[setting]
    if (value !== undefined && value < kept[setting])
      tellKeptLonger(log, setting, { chosen: value, kept: kept[setting] })
  }
}

const isUndecided = ({ retentionDays }: Pick<Limits, 'retentionDays'>) => retentionDays === Infinity

const SETTINGS = ['retentionDays', 'consentRetentionDays', 'maxBytes'] as const

const longest = (known: Limits, chosen: Partial<Limits>): Limits => ({
  retentionDays: Math.max(known.retentionDays, chosen.retentionDays ?? 0),
  consentRetentionDays: Math.max(known.consentRetentionDays, chosen.consentRetentionDays ?? 0),
  maxBytes: Math.max(known.maxBytes, chosen.maxBytes ?? 0),
})

/** A file that was written before limits were in it keeps what it has. */
function firstLimits(db: Sqlite, chosen: Partial<Limits>): Limits {
  const { retentionDays = DEFAULT_DAYS, consentRetentionDays = Infinity, maxBytes = Infinity } = chosen
  const first = db.prepare('SELECT received_at FROM events ORDER BY seq LIMIT 1').get()?.['received_at']
  if (first === undefined) return { retentionDays, consentRetentionDays, maxBytes }
  const days = Math.ceil((Date.now() - Number(first)) / DAY_MS)
  return {
    retentionDays: Math.max(retentionDays, days),
    consentRetentionDays: Infinity,
    maxBytes: Math.max(maxBytes, bytesIn(db)),
  }
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
