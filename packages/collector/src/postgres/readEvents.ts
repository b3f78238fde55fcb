import { wrongCursor } from '../store/wrongCursor.ts'
import type { EventReader, StoredEvent, Subject } from '../store/store.ts'
import { flagsAdder } from '../store/sharedFlags.ts'
import { accountText } from '../store/tombstones.ts'
import type { Needs } from './needs.ts'

export interface EventRow {
  readonly xact: string
  readonly place: number
  readonly id: string
  readonly app: string
  readonly platform: string | null
  readonly promotion: string | null
  readonly received_at: number
  readonly clock_ahead: number
  readonly body: string
  readonly flags: string | null
}

export const COLUMNS = `xact, place, id, app, platform, promotion, extract(epoch from received_at)::float8 * 1000 as received_at,
  extract(epoch from happened_at - right_at)::float8 * 1000 as clock_ahead, body, json as flags`

export const tables = (schema: string) => `${schema}.event left join ${schema}.flag_sets on digest = flag_set`

export function eventsIn(rows: readonly EventRow[]): readonly StoredEvent[] {
  const withFlags = flagsAdder()
  return rows.map(({ xact, place, id, app, platform, promotion, received_at, clock_ahead, body, flags }) => ({
    cursor: `${xact}.${place}`,
    id,
    app: { name: app, ...(platform !== null && { platform }), ...(promotion !== null && { promotion }) },
    receivedAt: Math.round(received_at),
    clockAheadMs: clock_ahead,
    body: withFlags(body, flags),
  }))
}

/** The events that are read at once. */
const PAGE = 500
const START: readonly [xact: string, place: string] = ['-1', '-1']

/** The place after which a reader goes on. */
export const startOf = (cursor: string | undefined) => (cursor === undefined ? START : placeOf(cursor))

/**
 * The events after the place in the parameters 2 and 3. A transaction that began earlier may end later. Numbers below the oldest that has not
 * ended are complete.
 */
export const visibleAfter = (schema: string) => `(xact, place) > ($2, $3)
  and xact < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + xact_offset from ${schema}.state)`

/** Reads the events. The pool has connections enough: writers have their own. */
export function readEvents({ pools, settings: { schema } }: Needs): Omit<EventReader, 'numbers'> {
  return {
    async newest(limit, before) {
      const place = before === undefined ? undefined : placeOf(before)
      const { rows } = await pools.others.query<EventRow>(
        `select ${COLUMNS} from ${tables(schema)} ${place ? 'where (xact, place) < ($2, $3)' : ''}
         order by xact desc, place desc limit $1`,
        [limit, ...(place ?? [])],
      )
      return eventsIn(rows)
    },
    async after(cursor, limit) {
      const { rows } = await pools.others.query<EventRow>(
        `select ${COLUMNS} from ${tables(schema)}
         where ${visibleAfter(schema)}
         order by xact, place limit $1`,
        [limit, ...startOf(cursor)],
      )
      return eventsIn(rows)
    },
    async count() {
      const { rows } = await pools.scans.query<{ count: string }>(`select count(*) from ${schema}.event`)
      return Number(rows[0]?.count)
    },
  }
}

export function placeOf(cursor: string): readonly [xact: string, place: string] {
  const [, xact, place] = /^(\d{1,18})\.(\d{1,4})$/.exec(cursor) ?? []
  if (xact === undefined || place === undefined) throw wrongCursor()
  return [xact, place]
}

/**
 * The events about somebody, in the order of arrival. Those of an account are found by looking at all. Their ids are found first, by the
 * indexes: with an order and a limit, the server would rather go through all events in their order.
 */
export async function* readAbout(
  subject: Subject,
  { pools, settings: { schema } }: Needs,
): AsyncGenerator<readonly StoredEvent[]> {
  const { where, value } = conditionOf(subject, schema)
  const found = await pools.scans.query<{ ids: readonly string[] }>(
    `with found as materialized (select id, xact, place from ${schema}.event where ${where})
     select coalesce(array_agg(id order by xact, place), '{}') as ids from found`,
    [value],
  )
  const ids = found.rows[0]?.ids ?? []
  for (let start = 0; start < ids.length; start += PAGE) {
    const { rows } = await pools.scans.query<EventRow>(
      `select ${COLUMNS} from ${tables(schema)} where id = any ($1::uuid[]) order by xact, place`,
      [ids.slice(start, start + PAGE)],
    )
    if (rows.length > 0) yield eventsIn(rows)
  }
}

function conditionOf(subject: Subject, schema: string): { readonly where: string; readonly value: string } {
  if (subject.kind === 'account')
    return { where: '$1 = any (accounts)', value: accountText([subject.accountKind, subject.id]) }
  if (subject.kind === 'visitor') return { where: 'visitor = $1', value: subject.id }
  return {
    where: `person = $1 or impersonator = $1 or person is null and visitor = any (array(${visitorsOf(schema, '$1')}))`,
    value: subject.id,
  }
}

/** The visitors of a person. Not from an impersonation: that is the browser of somebody else. */
export const visitorsOf = (schema: string, person: string): string =>
  `select distinct visitor from ${schema}.event where person = ${person} and visitor is not null and impersonator is null`
