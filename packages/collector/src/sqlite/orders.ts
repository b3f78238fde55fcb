import { type ErasedEvent, howToTake, type Order, type Orders } from '../store/orders.ts'
import { accountText, digestOf, type ErasedSubject } from '../store/tombstones.ts'
import type { Sqlite } from './driver.ts'
import { uuidBytes, uuidOf } from './uuidBytes.ts'
import { inTransaction } from './writer.ts'

/** The salt of the digests of those who were deleted. */
export function saltIn(db: Sqlite): Uint8Array {
  const { salt } = db.prepare("SELECT value AS salt FROM settings WHERE name = 'salt'").get() ?? {}
  return new Uint8Array(salt as Uint8Array)
}

export const readOrders = (db: Sqlite): Orders => ({
  salt: saltIn(db),
  orders: db
    .prepare('SELECT * FROM erasures ORDER BY number')
    .all()
    .map(({ id, kind, before, deleted, digests, keeps_consents: keepsConsents }) => ({
      ...{ id: String(id), kind: String(kind), before: Number(before), deleted: Number(deleted) },
      digests: JSON.parse(String(digests)) as readonly string[],
      ...(keepsConsents === 1 && { keepsConsents: true }),
    })),
  erasedEvents: readErasedEvents(db),
})

const SLICE = 5000

async function* readErasedEvents(db: Sqlite): AsyncGenerator<readonly ErasedEvent[]> {
  const after = db.prepare(
    'SELECT lower(hex(id)) AS hex, erased_at FROM erased_events WHERE id > ? ORDER BY id LIMIT ?',
  )
  for (let place = Buffer.alloc(0); ;) {
    const rows = after.all(place, SLICE)
    if (rows.length > 0) yield rows.map(({ hex, erased_at: at }) => ({ id: uuidOf(String(hex)), erasedAt: Number(at) }))
    if (rows.length < SLICE) return
    place = Buffer.from(String(rows.at(-1)?.['hex']), 'hex')
  }
}

/**
 * Takes over the orders of another store. What they are about is deleted when a collector has the file open. Resolves with how many were not
 * known.
 *
 * @throws a sentence, if the file has a salt of its own that it needs
 */
export async function takeOrders(db: Sqlite, given: Orders): Promise<number> {
  const hasRow = (table: string) => db.prepare(`SELECT 1 AS one FROM ${table} LIMIT 1`).get() !== undefined
  const taken = await inTransaction(db, () => {
    const own = { salt: saltIn(db), hasEvents: hasRow('events'), hasOrders: hasRow('erasures') }
    const how = howToTake(given, own)
    if (how === 'with salt')
      db.prepare("UPDATE settings SET value = ? WHERE name = 'salt' AND ? = 1").run(given.salt, 1)
    return how === 'nothing' ? undefined : given.orders.filter((order) => takeOrder(order, db)).length
  })
  if (taken === undefined) return 0
  const remember = db.prepare('INSERT INTO erased_events VALUES (?, ?) ON CONFLICT DO NOTHING')
  for await (const events of given.erasedEvents)
    await inTransaction(db, () => {
      for (const { id, erasedAt } of events) remember.run(uuidBytes(id), erasedAt)
    })
  return taken
}

/** Returns whether it is new. An order that is known may have got more digests since. */
function takeOrder({ id, kind, before, deleted, digests, keepsConsents = false }: Order, db: Sqlite): boolean {
  const known = db.prepare('SELECT digests, pending FROM erasures WHERE id = ?').get(id)
  const had = JSON.parse(String(known?.['digests'] ?? '[]')) as readonly string[]
  const added = digests.filter((digest) => !had.includes(digest))
  if (added.length === 0) return false
  const found = subjectsWith(new Set(added), db)
  const wasPending = known?.['pending'] as string | null | undefined
  const all = [...(JSON.parse(wasPending ?? '[]') as readonly ErasedSubject[]), ...found]
  const pending = all.length > 0 ? JSON.stringify(all) : (wasPending ?? null)
  if (known)
    db.prepare('UPDATE erasures SET digests = ?, pending = ? WHERE id = ?').run(
      ...[JSON.stringify([...had, ...added]), pending, id],
    )
  else
    db.prepare(
      'INSERT INTO erasures (id, kind, digests, before, deleted, pending, keeps_consents) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(...[id, kind, JSON.stringify(digests), before, deleted, pending, Number(keepsConsents)])
  return known === undefined
}

/** Those of whom the file has events, and who have one of these digests. */
function subjectsWith(digests: ReadonlySet<string>, db: Sqlite): readonly ErasedSubject[] {
  const salt = saltIn(db)
  const idsIn = (column: string, more = '') =>
    db
      .prepare(`SELECT DISTINCT ${column} AS id FROM events WHERE ${column} IS NOT NULL ${more}`)
      .all()
      .map(({ id }) => String(id))
  const accounts = new Map(
    idsIn('accounts')
      .flatMap((json) => JSON.parse(json) as readonly (readonly [string, string])[])
      .map((account) => [accountText(account), account]),
  )
  const subjects: readonly ErasedSubject[] = [
    ...[...new Set([...idsIn('person'), ...idsIn('impersonator')])].map((id) => ({ kind: 'person' as const, id })),
    ...idsIn('visitor').map((id) => ({ kind: 'visitor' as const, id })),
    ...idsIn('visitor', 'AND person IS NULL').map((id) => ({ kind: 'anonymous' as const, id })),
    ...[...accounts.values()].map(([accountKind, id]) => ({ kind: 'account' as const, accountKind, id })),
  ]
  return subjects.filter((subject) => digests.has(digestOf(subject, salt)))
}
