import { type ColumnReader, type EventColumn, type HeavyColumn, isHeavy } from '../store/eventColumns.ts'
import { placeOf } from './reader.ts'
import type { Sqlite } from './driver.ts'
import { hasFlagSets } from './flagSets.ts'

/** Events that are read at once. */
const SLICE = 20_000

const text = (path: string) => `iif(json_type(body, '${path}') = 'text', body ->> '${path}', NULL)`
const number = (path: string) => `iif(json_type(body, '${path}') IN ('integer', 'real'), body ->> '${path}', NULL)`

const UUID = [1, 9, 13, 17, 21]
  .map((from, part) => `substr(lower(hex(id)), ${from}, ${[8, 4, 4, 4, 12][part]})`)
  .join(` || '-' || `)

/** What `eventRow` reads from a body. SQLite reads the JSON of a row once. */
const COLUMNS: Readonly<Record<EventColumn | HeavyColumn, string>> = {
  id: UUID,
  name: `coalesce(${text('$.name')}, '')`,
  happened_at: number('$.at'),
  received_at: 'received_at',
  app: `app_json ->> '$.name'`,
  promotion: `app_json ->> '$.promotion'`,
  person: text('$.identity.id'),
  impersonator: text('$.identity.impersonator'),
  visitor: `CASE WHEN coalesce(json_type(body, '$.identity.visitor'), 'null') <> 'null' THEN ${text('$.identity.visitor')}
    WHEN body ->> '$.kind' = 'sign-in' THEN ${text('$.properties.visitor')} END`,
  // A text, and not a value within the array.
  accounts: `iif(json_type(body, '$.identity.accounts') = 'object', (
    SELECT iif(count(*) > 0, '' || json_group_object(one.key, one.value -> '$.key') FILTER (
      WHERE one.type = 'object' AND one.value -> '$.key' IS NOT NULL), NULL)
    FROM json_each(body, '$.identity.accounts') AS one), NULL)`,
  session: text('$.moment.session.id'),
  page: text('$.page'),
  n: number('$.n'),
  url: text('$.url'),
  flags: `coalesce('' || set_flags, iif(json_type(body, '$.flags') IN ('object', 'array'), '' || (body -> '$.flags'), NULL))`,
  properties: `'' || (body -> '$.properties')`,
  body: 'body',
}

/** As the door has read them. */
const OF_DOOR = ['name', 'happened_at', 'person', 'impersonator', 'visitor', 'session']

const literal = (given: string) => `'${given.replaceAll("'", "''")}'`

/** One statement reads thousands of events: each row that JavaScript reads takes longer than SQLite takes for its JSON. */
export const columnReader = (db: Sqlite): Required<ColumnReader> => ({
  async *columns(names, cursor, heavyOf) {
    const named = heavyOf && `name IN (${heavyOf.map(literal).join(', ')})`
    const arrays = names.map((name, place) => {
      const own = named && OF_DOOR.includes(name) ? name : COLUMNS[name]
      const value = named && isHeavy(name) ? `iif(${named}, ${own}, NULL)` : own
      return `json_group_array(${value}) AS c${place}`
    })
    const withSets = names.includes('flags') && hasFlagSets(db)
    const read = db.prepare(`SELECT max(seq) AS last, ${arrays.join(', ')} FROM (
      SELECT events.*, apps.json AS app_json, ${withSets ? "flag_sets.json -> '$.flags'" : 'NULL'} AS set_flags
      FROM events JOIN apps USING (app) ${withSets ? 'LEFT JOIN flag_sets USING (flag_set)' : ''}
      WHERE seq > ? ORDER BY seq LIMIT ?)`)
    for (let last = cursor === undefined ? 0 : placeOf(cursor); ;) {
      const row = read.get(last, SLICE)
      if (typeof row?.['last'] !== 'number') return
      last = row['last']
      yield names.map((_, place) => String(row[`c${place}`]))
    }
  },
})
