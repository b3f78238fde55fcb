import type { Subject } from '../store/store.ts'
import { IS_PROOF } from './consents.ts'
import type { Row, Sqlite } from './driver.ts'
import { findEvents } from './findEvents.ts'
import { inTransaction } from './writer.ts'

/**
 * Deletes the events about the subjects of an order that are pending: all of them, unless the store is closed in the meantime.
 *
 * @param order - a row of the table `erasures`
 */
export async function removeEvents(db: Sqlite, order: Row, isClosed: () => boolean): Promise<void> {
  const [number, before] = [Number(order['number']), Number(order['before'])]
  const isMeant = `seq = ? AND (received_at <= ? OR happened_at - clock_ahead <= ?)
    ${order['keeps_consents'] === 1 ? `AND NOT ${IS_PROOF}` : ''}`
  const remember = db.prepare(
    `INSERT INTO erased_events SELECT id, ? FROM events WHERE ${isMeant} ON CONFLICT DO NOTHING`,
  )
  const remove = db.prepare(`DELETE FROM events WHERE ${isMeant}`)
  const count = db.prepare('UPDATE erasures SET deleted = deleted + ? WHERE number = ?')
  const subjects = JSON.parse(String(order['pending'])) as readonly Subject[]
  for await (const found of findEvents(db, subjects, { columns: 'seq', tables: 'events' })) {
    await inTransaction(db, () => {
      let removed = 0
      for (const { seq = null } of found) {
        remember.run(Date.now(), seq, before, before)
        removed += Number(remove.run(seq, before, before).changes)
      }
      count.run(removed, number)
    })
    if (isClosed()) return
  }
}

/** The file beside the database still has what was written before it was deleted. */
export function emptyLog(db: Sqlite): void {
  const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
  if (Number(busy) !== 0)
    throw Object.assign(new Error('Another process is reading the file.'), { code: 'SQLITE_BUSY' })
}
