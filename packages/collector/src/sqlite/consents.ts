import { CONSENT } from '../store/consent.ts'
import type { PeopleStore } from '../store/store.ts'
import type { Sqlite } from './driver.ts'
import { columnsIn, eventReader, placeOf } from './reader.ts'

/**
 * The visitors of a person. Not from an impersonation: that is the browser of somebody else. From a visitor who has signed in as two people, what
 * came before may be of either; what is left out of a deletion would stay.
 */
export const VISITORS =
  'SELECT DISTINCT visitor FROM events WHERE person = ? AND visitor IS NOT NULL AND impersonator IS NULL'

/** Whether a row is a decision about consent. A body that is no JSON is none, and no error. */
const isConsent = (row: string) =>
  `iif(${row}.name = '${CONSENT}' AND json_valid(${row}.body), ${row}.body ->> '$.kind' IS 'consent', 0)`

/** Whether a row of `events` is a decision, or the sign-in that says whose the decisions of a visitor are. */
export const IS_PROOF = `(${isConsent('events')} OR person IS NOT NULL AND visitor IS NOT NULL AND impersonator IS NULL AND EXISTS (
  SELECT 1 FROM events AS decision
  WHERE decision.visitor = events.visitor AND decision.person IS NULL AND ${isConsent('decision')}))`

export function consentReader(db: Sqlite): PeopleStore['consents'] {
  const { columns, tables } = columnsIn(db)
  const read = db.prepare(`SELECT ${columns} FROM ${tables} WHERE seq IN (
    SELECT seq FROM events WHERE person = ? AND seq < ? AND ${isConsent('events')}
    UNION SELECT seq FROM events WHERE visitor IN (${VISITORS}) AND person IS NULL AND seq < ? AND ${isConsent('events')}
    ORDER BY seq DESC LIMIT ?) ORDER BY seq DESC`)
  return async (person, limit, before) => {
    const place = before === undefined ? Number.MAX_SAFE_INTEGER : placeOf(before)
    return read.all(person, place, person, place, limit).map(eventReader())
  }
}
