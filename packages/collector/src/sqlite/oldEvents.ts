import { hasArrivals } from './arrivals.ts'
import { IS_PROOF } from './consents.ts'
import type { Sqlite } from './driver.ts'
import { bytesIn, DAY_MS, limitsReader } from './limits.ts'
import { inTransaction } from './writer.ts'

/** Rows that are looked at in one turn. */
const STEP = 1000
const START = -Number.MAX_SAFE_INTEGER

export interface OldEvents {
  /** Looks at some of the oldest events, and deletes those that are not kept. Resolves with `false` if there are no more. */
  removeSome(): Promise<boolean>
  /** Begins with the oldest again: what was kept for longer than others may be too old by now. */
  beginAgain(): void
}

export function createOldEvents(db: Sqlite): OldEvents {
  const readLimits = limitsReader(db)
  let passed: { readonly key: string; readonly place: number } = { key: 'seq', place: START }

  return {
    async removeSome() {
      // Another process may have changed them.
      const { retentionDays, consentRetentionDays, maxBytes } = readLimits()
      const isTooLarge = bytesIn(db) > maxBytes
      const until = isTooLarge ? Number.MAX_SAFE_INTEGER : Date.now() - retentionDays * DAY_MS
      const key = hasArrivals(db) ? 'received_at' : 'seq'
      const from = passed.key === key ? passed.place : START
      const { place } =
        db
          .prepare(
            `SELECT max(${key}) AS place FROM (SELECT ${key}, received_at FROM events WHERE ${key} > ? ORDER BY ${key} LIMIT ?)
             WHERE received_at < ?`,
          )
          .get(from, STEP, until) ?? {}
      if (typeof place === 'number') {
        const remove = db.prepare(
          `DELETE FROM events WHERE ${key} > ? AND ${key} <= ? AND (received_at < ? OR NOT ${IS_PROOF})`,
        )
        await inTransaction(db, () => remove.run(from, place, Date.now() - consentRetentionDays * DAY_MS))
        passed = { key, place }
        return true
      }
      if (!isTooLarge) return false
      // Nothing else is left.
      const removeFirst = db.prepare(
        `DELETE FROM events WHERE ${key} <= (SELECT max(${key}) FROM (SELECT ${key} FROM events ORDER BY ${key} LIMIT ?))`,
      )
      return Number(await inTransaction(db, () => removeFirst.run(STEP).changes)) > 0
    },
    beginAgain() {
      passed = { key: 'seq', place: START }
    },
  }
}
