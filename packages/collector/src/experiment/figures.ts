import { quoted } from '../parquet/duckdb.ts'
import { adjustedMeans, type Estimate, meanOf, type Moments, ratioOf, slopeOf } from './estimates.ts'
import { normalQuantile } from './distributions.ts'
import type { Metric, Metrics } from './metrics.ts'
import { type Experiment, timeOf } from './openExperiment.ts'

/** A figure beyond this has differences that are no finite numbers. */
const LARGEST = 1e300
/** How far back the own past of a unit goes, in days, for a metric without `withinDays`. */
const PAST_DAYS = 14
const DAY_MS = 86_400_000

/** The figures of a metric, by variation. */
export interface Figures {
  readonly estimates: ReadonlyMap<string, Estimate>
  /** The figure to which those above it were cut off. */
  readonly cutAt?: number
  /** The share of the variance that the units' own past explains. */
  readonly explained?: number
  /** The events whose property is no number. */
  readonly notNumbers: number
}

/** A metric whose events are in a table. */
interface Prepared {
  readonly metric: Metric
  readonly table: string
}

/** Puts the events of a metric into a table of their own. @throws a sentence, if no value of its property is a number */
async function prepare(metric: Metric, { db, keyOf }: Experiment): Promise<Prepared & { notNumbers: number }> {
  const table = `outcome_${Buffer.from(metric.name).toString('hex')}`
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
function windowOf({ withinDays }: Metric, side: 'after' | 'before', until: number | undefined): string {
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

interface Side {
  readonly figure: keyof typeof FIGURES
  readonly side: 'after' | 'before'
  readonly until: number | undefined
}

/** SQL: the units that were shown the flag before. */
const unitsUntil = (until: number | undefined) =>
  until === undefined ? 'unit' : `(select * from unit where first_at < ${timeOf(until)})`

/** SQL: a row for each unit with its figure. */
function figureOf({ metric, table }: Prepared, { figure: name, side, until }: Side): string {
  const figure = FIGURES[name]
  return `select u.unit_key, u.variation, ${figure} as figure
    from ${unitsUntil(until)} u left join ${table} o on o.unit_key = u.unit_key and ${windowOf(metric, side, until)} group by all`
}

/** Cuts the figures off. */
async function winsorised(one: Prepared, side: 'after' | 'before', { db, until }: Needs) {
  const sql = figureOf(one, { figure: one.metric.of as Side['figure'], side, until })
  if (one.metric.winsorise === undefined) return { sql }
  const [row] = await db.rows(`select quantile_disc(figure, ${one.metric.winsorise}) as cut from (${sql})`)
  const cutAt = Number(row?.['cut'] ?? 0)
  return { sql: `select unit_key, variation, least(figure, ${cutAt}) as figure from (${sql})`, cutAt }
}

interface Needs extends Experiment {
  readonly until: number | undefined
}

async function momentsOf(figure: string, other: string, { db }: Experiment): Promise<ReadonlyMap<string, Moments>> {
  const rows =
    await db.rows(`select one.variation, count(*) as n, count(*) filter (two.figure <> 0) as based, avg(one.figure) as mean, var_samp(one.figure) as variance,
      avg(two.figure) as other_mean, var_samp(two.figure) as other_variance, covar_samp(one.figure, two.figure) as covariance
    from (${figure}) one join (${other}) two using (unit_key) group by one.variation order by one.variation`)
  return new Map(
    rows.map((row) => {
      return [String(row['variation']), momentsIn(row)]
    }),
  )
}

/** What a row says of the units of a variation. */
function momentsIn(row: Readonly<Record<string, unknown>>): Moments {
  const number = (name: string) => Number(row[name] ?? 0)
  return {
    ...{ n: number('n'), based: number('based'), mean: number('mean'), variance: number('variance') },
    other: { mean: number('other_mean'), variance: number('other_variance'), covariance: number('covariance') },
  }
}

/** The figures of a metric over the units of the table `unit`. @throws a sentence */
export async function figuresOf(metric: Metric, metrics: Metrics, experiment: Needs): Promise<Figures> {
  const tooLarge = `The values of “${metric.name}” are too large to be summed: it cannot be measured.`
  const figures = await madeFigures(metric, metrics, experiment).catch((error: Error) => {
    throw /out of range|overflow/i.test(error.message) ? new Error(tooLarge) : error
  })
  const all = [...figures.estimates.values()].flatMap(({ value, variance }) => [value, variance])
  // Also the differences of two of them, and their errors.
  if (all.some((one) => !(Math.abs(one) < LARGEST))) throw new Error(tooLarge)
  return figures
}

async function madeFigures(metric: Metric, metrics: Metrics, experiment: Needs): Promise<Figures> {
  if (metric.of === 'ratio') {
    const parts = [metric.numerator, metric.denominator].map((name) => metrics.get(name ?? ''))
    const prepared = await Promise.all(parts.map((part) => prepare(part as Metric, experiment)))
    const [top, bottom] = await Promise.all(prepared.map((one) => winsorised(one, 'after', experiment)))
    const moments = await momentsOf(top?.sql ?? '', bottom?.sql ?? '', experiment)
    const notNumbers = prepared.reduce((sum, one) => sum + one.notNumbers, 0)
    const cutAt = top?.cutAt ?? bottom?.cutAt
    return { estimates: ratios(moments), ...(cutAt !== undefined && { cutAt }), notNumbers }
  }
  const prepared = await prepare(metric, experiment)
  const { notNumbers } = prepared
  if (metric.of === 'percentile') return { estimates: await percentiles(prepared, experiment), notNumbers }
  if (metric.of === 'mean') {
    const [sum, numbers] = (['sum', 'numbers'] as const).map((figure) =>
      figureOf(prepared, { figure, side: 'after', until: experiment.until }),
    )
    return { estimates: ratios(await momentsOf(sum ?? '', numbers ?? '', experiment)), notNumbers }
  }
  const after = await winsorised(prepared, 'after', experiment)
  const before = await winsorised(prepared, 'before', experiment)
  const moments = await momentsOf(after.sql, before.sql, experiment)
  const plain = [...moments.values()].map(meanOf)
  const slope = slopeOf([...moments.values()])
  const left = await experiment.db
    .rows(`select one.variation, var_samp(one.figure - ${slope}::double * two.figure) as variance
    from (${after.sql}) one join (${before.sql}) two using (unit_key) group by one.variation order by one.variation`)
  const adjusted = adjustedMeans(
    [...moments.values()],
    slope,
    left.map((row) => Number(row['variance'] ?? 0)),
  )
  const sum = (estimates: readonly Estimate[]) => estimates.reduce((total, { variance }) => total + variance, 0)
  const explained = sum(plain) > 0 ? 1 - sum(adjusted) / sum(plain) : 0
  return {
    estimates: new Map([...moments.keys()].map((variation, at) => [variation, adjusted[at] as Estimate])),
    ...(after.cutAt !== undefined && { cutAt: after.cutAt }),
    ...(explained > 0 && { explained }),
    notNumbers,
  }
}

/** Variations whose denominator is zero have no ratio. */
const ratios = (moments: ReadonlyMap<string, Moments>): ReadonlyMap<string, Estimate> =>
  new Map([...moments].flatMap(([variation, one]) => (one.other.mean !== 0 ? [[variation, ratioOf(one)]] : [])))

/** How many standard errors apart the two quantiles are from which the error of a percentile is taken. */
const APART = normalQuantile(0.975)

/**
 * A percentile over all events, with the error of the units: the share of the events below it is a ratio, whose interval is turned into one of
 * the values (Woodruff, 1952).
 */
async function percentiles({ metric, table }: Prepared, { db, until }: Needs): Promise<ReadonlyMap<string, Estimate>> {
  const share = (metric.percentile ?? 50) / 100
  const values = `select u.unit_key, u.variation, o.value from ${unitsUntil(until)} u join ${table} o
    on o.unit_key = u.unit_key and ${windowOf(metric, 'after', until)} where o.value is not null`
  const rows = await db.rows(`with given as (${values}),
      cut as (select variation, quantile_cont(value, ${share}) as value from given group by variation),
      each_unit as (
        select unit_key, given.variation, sum((given.value <= cut.value)::int)::double as below, count(*)::double as number
        from given join cut using (variation) group by all
      )
    select variation, count(*) as n, count(*) as based, avg(below) as mean, var_samp(below) as variance, avg(number) as other_mean,
      var_samp(number) as other_variance, covar_samp(below, number) as covariance from each_unit group by variation order by variation`)
  const estimates = new Map<string, Estimate>()
  for (const row of rows) {
    const variation = String(row['variation'])
    const moments = momentsIn(row)
    const error = Math.sqrt(ratioOf(moments).variance) * APART
    const [low, high] = [Math.max(0, share - error), Math.min(1, share + error)]
    const [cut] = await db.rows(`select quantile_cont(value, [${share}, ${low}, ${high}]) as cuts
      from (${values}) where variation = ${quoted(variation)}`)
    const [value = 0, from = 0, to = 0] = (cut?.['cuts'] ?? []) as readonly number[]
    estimates.set(variation, { n: moments.n, based: moments.n, value, variance: ((to - from) / (2 * APART)) ** 2 })
  }
  return estimates
}
