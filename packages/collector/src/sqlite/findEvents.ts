import type { Subject } from '../store/store.ts'
import type { Row, Sqlite } from './driver.ts'

/** The events of a visitor before the sign-in, when it is known who signed in. */
export interface AnonymousEvents {
  readonly kind: 'anonymous'
  readonly id: string
}

/** Places in the table that are looked at in one turn. */
const STEP = 20_000

/** How to find the events about subjects of one kind. The value is all their ids as JSON: SQLite takes no more than 1,000 conditions. */
const IDS = '(SELECT value FROM json_each(?))'
const CONDITIONS = {
  person: [`person IN ${IDS}`, `impersonator IN ${IDS}`],
  visitor: [`visitor IN ${IDS}`],
  anonymous: [`visitor IN ${IDS} AND person IS NULL`],
  account: [
    `accounts IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(accounts) AS one, json_each(?) AS other
       WHERE one.value ->> 0 = other.value ->> 0 AND one.value ->> 1 = other.value ->> 1)`,
  ],
}
const KINDS = Object.keys(CONDITIONS) as readonly (keyof typeof CONDITIONS)[]

/** Finds the events about any of `subjects`, in the order of their arrival. Requests come in between. */
export async function* findEvents(
  db: Sqlite,
  subjects: readonly (Subject | AnonymousEvents)[],
  { columns, tables }: { readonly columns: string; readonly tables: string },
): AsyncGenerator<readonly Row[]> {
  const all = KINDS.flatMap((one) => {
    const some = subjects.filter(({ kind }) => kind === one)
    return some.length === 0
      ? []
      : CONDITIONS[one].map((condition) => ({ condition, ids: JSON.stringify(some.map(idOf)) }))
  })
  const rows = db.prepare(
    `SELECT ${columns} FROM ${tables}
     WHERE seq > ? AND seq <= ? AND (${all.map(({ condition }) => `(${condition})`).join(' OR ')}) ORDER BY seq`,
  )
  const end = Number(db.prepare('SELECT max(seq) AS seq FROM events').get()?.['seq'] ?? 0)
  // Where events were deleted, or a backup was put back, the places have gaps.
  const next = db.prepare('SELECT min(seq) AS seq FROM events WHERE seq > ?')
  for (let seq = 0; seq < end; seq += STEP) {
    seq = Number(next.get(seq)?.['seq'] ?? end) - 1
    const found = rows.all(seq, Math.min(seq + STEP, end), ...all.map(({ ids }) => ids))
    if (found.length > 0) yield found
    await new Promise((resolve) => void setImmediate(resolve))
  }
}

const idOf = (subject: Subject | AnonymousEvents) =>
  subject.kind === 'account' ? [subject.accountKind, subject.id] : subject.id
