import { type ColumnReader, type EventColumn, type HeavyColumn, isHeavy } from '../store/eventColumns.ts'
import type { Needs } from './needs.ts'
import { startOf, visibleAfter } from './readEvents.ts'

/** Events that are read at once. */
const SLICE = 20_000

const at = (path: string) => `body::json #> '{${path}}'`
const text = (path: string) => `case when json_typeof(${at(path)}) = 'string' then body::json #>> '{${path}}' end`
const number = (path: string) => `case when json_typeof(${at(path)}) = 'number' then ${at(path)} end`

/**
 * What `eventRow` reads from a body. A column that the door has filled has the same, and is read faster: only where it is empty, the body may
 * have something that the door has not taken over.
 */
const COLUMNS: Readonly<Record<EventColumn | HeavyColumn, string>> = {
  id: 'id',
  name: 'name',
  happened_at: number('at'),
  received_at: 'round(extract(epoch from received_at)::float8 * 1000)',
  app: 'app',
  promotion: 'promotion',
  person: `coalesce(person, ${text('identity,id')})`,
  impersonator: `coalesce(impersonator, ${text('identity,impersonator')})`,
  visitor: `coalesce(visitor, case when coalesce(json_typeof(${at('identity,visitor')}), 'null') <> 'null' then ${text('identity,visitor')}
    when body::json ->> 'kind' = 'sign-in' then ${text('properties,visitor')} end)`,
  accounts: `case when json_typeof(${at('identity,accounts')}) = 'object' then (
    select '{' || coalesce(string_agg(to_json(one.key) || ':' || (one.value #> '{key}'), ','), '') || '}'
    from json_each(${at('identity,accounts')}) as one having count(*) > 0) end`,
  session: `coalesce(session, ${text('moment,session,id')})`,
  page: `coalesce(page, ${text('page')})`,
  n: `coalesce(to_json(n), ${number('n')})`,
  url: text('url'),
  flags: `coalesce(set_flags, case when json_typeof(${at('flags')}) in ('object', 'array') then (${at('flags')})::text end)`,
  properties: `(${at('properties')})::text`,
  body: 'body',
}

/** As the door has read them. */
const OF_DOOR: Readonly<Record<string, string>> = {
  happened_at: 'extract(epoch from happened_at)::float8 * 1000',
  person: 'person',
  impersonator: 'impersonator',
  visitor: 'visitor',
  session: 'session',
  page: 'page',
  n: 'n',
}

const literal = (given: string) => `'${given.replaceAll("'", "''")}'`

/** One row of thousands of events: reading each row takes longer than what the server does for it. */
export const columnReader = ({ pools, settings: { schema } }: Needs): Required<ColumnReader> => ({
  async *columns(names, cursor, heavyOf) {
    const named = heavyOf && `name in (${heavyOf.map(literal).join(', ')})`
    const arrays = names.map((name, place) => {
      const own = (named && OF_DOOR[name]) || COLUMNS[name]
      const value = named && isHeavy(name) ? `case when ${named} then ${own} end` : own
      return `json_agg(${value})::text as c${place}`
    })
    // The JSON of flags that events have in common is read once.
    const sets = `with sets as materialized (select digest, (json::json -> 'flags')::text as set_flags from ${schema}.flag_sets)`
    const withSets = names.includes('flags')
    const sql = `${withSets ? sets : ''} select max(array[xact, place]) as last, ${arrays.join(', ')}
      from (select * from ${schema}.event ${withSets ? 'left join sets on digest = flag_set' : ''}
        where ${visibleAfter(schema)} order by xact, place limit $1) as event`
    for (let place = startOf(cursor); ;) {
      const { rows } = await pools.scans.query<{ last: [string, string] | null } & Record<string, string>>(sql, [
        SLICE,
        ...place,
      ])
      const [row] = rows
      if (!row?.last) return
      place = row.last
      yield names.map((_, index) => row[`c${index}`] ?? '')
    }
  },
})
