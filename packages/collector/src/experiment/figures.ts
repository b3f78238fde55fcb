import { quoted } from '../parquet/duckdb.ts'
import { adjustedMeans, type Estimate, meanOf, type Moments, ratioOf, slopeOf } from './estimates.ts'
import { normalQuantile } from './distributions.ts'
import { countedSteps, type Step, takenSteps } from './funnel.ts'
import type { Metric, Metrics } from './metrics.ts'
import type { Experiment } from './openExperiment.ts'
import { figureOf, type Needs, prepare, type Prepared, type Side, unitsUntil, windowOf } from './outcomes.ts'

/** A figure beyond this has differences that are no finite numbers. */
const LARGEST = 1e300

/** The figures of a metric, by variation. */
export interface Figures {
  readonly estimates: ReadonlyMap<string, Estimate>
  /** The figure to which those above it were cut off. */
  readonly cutAt?: number
  /** The share of the variance that the units' own past explains. */
  readonly explained?: number
  /** The events whose property is no number. */
  readonly notNumbers: number
  /** How many units of each variation have taken each step of a funnel, and those before it. */
  readonly steps?: readonly Step[]
}

/** Cuts the figures off. */
async function winsorised(one: Prepared, side: 'after' | 'before', { db, until }: Needs) {
  // Of what a unit did before, the last event of a funnel says the most.
  const figure = one.metric.of === 'funnel' ? 'converted' : (one.metric.of as Side['figure'])
  const sql = figureOf(one, { figure, side, until })
  if (one.metric.winsorise === undefined) return { sql }
  const [row] = await db.rows(`select quantile_disc(figure, ${one.metric.winsorise}) as cut from (${sql})`)
  const cutAt = Number(row?.['cut'] ?? 0)
  return { sql: `select unit_key, variation, least(figure, ${cutAt}) as figure from (${sql})`, cutAt }
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
  const { events = [] } = metric
  const steps = await Promise.all(events.map((event) => prepare({ ...metric, event }, experiment)))
  const prepared = steps.at(-1) ?? (await prepare(metric, experiment))
  const { notNumbers } = prepared
  if (metric.of === 'percentile') return { estimates: await percentiles(prepared, experiment), notNumbers }
  if (metric.of === 'mean') {
    const [sum, numbers] = (['sum', 'numbers'] as const).map((figure) =>
      figureOf(prepared, { figure, side: 'after', until: experiment.until }),
    )
    return { estimates: ratios(await momentsOf(sum ?? '', numbers ?? '', experiment)), notNumbers }
  }
  const funnel = steps.length > 0 ? takenSteps(steps, experiment) : undefined
  const after = funnel
    ? { sql: `select unit_key, variation, (taken = ${steps.length})::double as figure from (${funnel})` }
    : await winsorised(prepared, 'after', experiment)
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
    ...('cutAt' in after && after.cutAt !== undefined && { cutAt: after.cutAt }),
    ...(explained > 0 && { explained }),
    ...(funnel && { steps: await countedSteps(funnel, events, experiment) }),
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
