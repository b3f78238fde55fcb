import { CONSENT } from '../store/consent.ts'
import type { PeopleStore } from '../store/store.ts'
import type { Needs } from './needs.ts'
import { COLUMNS, type EventRow, eventsIn, placeOf, tables, visitorsOf } from './readEvents.ts'

/** Whether a row is a decision about consent. The server compares the name first, which costs less. */
const isConsent = (schema: string, row: string) =>
  `${row}.name = '${CONSENT}' and ${schema}.json_in(${row}.body) ->> 'kind' is not distinct from 'consent'`

/** Whether a row of events is a decision, or the sign-in that says whose the decisions of a visitor are. */
export const isProof = (schema: string, row: string) => `(${isConsent(schema, row)}
  or ${row}.person is not null and ${row}.visitor is not null and ${row}.impersonator is null and exists (
    select from ${schema}.event as decision
    where decision.visitor = ${row}.visitor and decision.person is null and ${isConsent(schema, 'decision')}))`

export const consentReader =
  ({ pools, settings: { schema } }: Needs): PeopleStore['consents'] =>
  async (person, limit, before) => {
    const place = before === undefined ? undefined : placeOf(before)
    // Found first, by the indexes: with an order and a limit, the server would rather go through all events in their order.
    const { rows } = await pools.scans.query<EventRow>(
      `with found as materialized (
         select id, xact, place from ${schema}.event
         where (person = $2 or person is null and visitor = any (array(${visitorsOf(schema, '$2')}))) and ${isConsent(schema, 'event')}
           ${place ? 'and (xact, place) < ($3, $4)' : ''}
       ), newest as materialized (select id from found order by xact desc, place desc limit $1)
       select ${COLUMNS} from ${tables(schema)} where id in (select id from newest) order by xact desc, place desc`,
      [limit, person, ...(place ?? [])],
    )
    return eventsIn(rows)
  }
