import { quoted } from '../parquet/duckdb.ts'
import type { Metric } from './metrics.ts'
import { type Experiment, timeOf } from './openExperiment.ts'

/** How far back the own past of a unit goes, in days, for a metric without `withinDays`. */
const PAST_DAYS = 14
const DAY_MS = 86_400_000

/** The units are those of the table `unit`. */
export interface Needs extends Experiment {
  /** Only what has happened before, in milliseconds since 1970. */
  readonly until: number | undefined
}

/** A metric whose events are in a table. */
export interface Prepared {
  readonly metric: Metric
  readonly table: string
}

/** Puts the events of a metric into a table of their own. @throws a sentence, if no value of its property is a number */
export async function prepare(metric: Metric, { db, keyOf }: Experiment): Promise<Prepared & { notNumbers: number }> {
  // The steps of funnels share the tables of their events.
  const [kind, of] = metric.of === 'funnel' ? ['step', metric.event ?? ''] : ['outcome', metric.name]
  const table = `${kind}_${Buffer.from(of).toString('hex')}`
  const { property = '' } = metric
  const given = `json_extract(properties, ${quoted(`/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`
  const value =
    property === '' ? '1' : `case when json_type(given) in ('BIGINT', 'UBIGINT', 'DOUBLE') then given::double end`
  await db.run(`create table if not exists ${table} as
    select unit_key, done_at, ${value} as value, ${property === '' ? 'false' : 'given is not null and value is null'} as is_odd
    from (
      select ${keyOf} as unit_key, happened_at as done_at, ${property === '' ? 'null' : given} as given from own_event
      where name = ${quoted(metric.event ?? '')} and impersonator is null
    ) where unit_key in (select unit_key from shown)`)
  const [row] = await db.rows(`select count(value) as numbers, count(*) filter (is_odd) as odd from ${table}`)
  const notNumbers = Number(row?.['odd'] ?? 0)
  if (notNumbers > 0 && Number(row?.['numbers']) === 0)
    throw new Error(`No value of "${property}" of "${metric.event}" is a number: "${metric.name}" cannot be measured.`)
  return { metric, table, notNumbers }
}

/** SQL: the time at which an event counts for a unit `u`, before or after its first exposure. */
export function windowOf({ withinDays }: Metric, side: 'after' | 'before', until: number | undefined): string {
  const days = (count: number) => `to_seconds(${count * (DAY_MS / 1000)})`
  if (side === 'before') return `o.done_at < u.first_at and o.done_at >= u.first_at - ${days(withinDays ?? PAST_DAYS)}`
  const ends = [
    ...(withinDays === undefined ? [] : [`o.done_at < u.first_at + ${days(withinDays)}`]),
    ...(until === undefined ? [] : [`o.done_at < ${timeOf(until)}`]),
  ]
  return ['o.done_at >= u.first_at', ...ends].join(' and ')
}

/** SQL: the figure of a unit, of its events. */
const FIGURES = {
  converted: '(count(o.done_at) > 0)::double',
  count: 'count(o.done_at)::double',
  sum: 'coalesce(sum(o.value), 0)',
  numbers: 'count(o.value)::double',
}

export interface Side {
  readonly figure: keyof typeof FIGURES
  readonly side: 'after' | 'before'
  readonly until: number | undefined
}

/** SQL: the units that were shown the flag before. */
export const unitsUntil = (until: number | undefined) =>
  until === undefined ? 'unit' : `(select * from unit where first_at < ${timeOf(until)})`

/** SQL: a row for each unit with its figure. */
export function figureOf({ metric, table }: Prepared, { figure: name, side, until }: Side): string {
  const figure = FIGURES[name]
  return `select u.unit_key, u.variation, ${figure} as figure
    from ${unitsUntil(until)} u left join ${table} o on o.unit_key = u.unit_key and ${windowOf(metric, side, until)} group by all`
}
