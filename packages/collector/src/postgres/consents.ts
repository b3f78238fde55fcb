import { CONSENT } from '../store/consent.ts'
import type { PeopleStore } from '../store/store.ts'
import type { Needs } from './needs.ts'
import { COLUMNS, type EventRow, eventsIn, placeOf, tables, visitorsOf } from './readEvents.ts'

/** Whether an event is a decision about consent. The server compares the name first, which costs less. */
const isConsent = (schema: string) =>
  `name = '${CONSENT}' and ${schema}.json_in(body) ->> 'kind' is not distinct from 'consent'`

export const consentReader =
  ({ pools, settings: { schema } }: Needs): PeopleStore['consents'] =>
  async (person, limit, before) => {
    const place = before === undefined ? undefined : placeOf(before)
    // Found first, by the indexes: with an order and a limit, the server would rather go through all events in their order.
    const { rows } = await pools.scans.query<EventRow>(
      `with found as materialized (
         select id, xact, place from ${schema}.event
         where (person = $2 or person is null and visitor = any (array(${visitorsOf(schema, '$2')}))) and ${isConsent(schema)}
           ${place ? 'and (xact, place) < ($3, $4)' : ''}
       ), newest as materialized (select id from found order by xact desc, place desc limit $1)
       select ${COLUMNS} from ${tables(schema)} where id in (select id from newest) order by xact desc, place desc`,
      [limit, person, ...(place ?? [])],
    )
    return eventsIn(rows)
  }
