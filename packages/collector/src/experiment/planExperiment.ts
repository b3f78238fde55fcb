import { quoted } from '../parquet/duckdb.ts'
import type { EventsSource } from '../parquet/openEvents.ts'
import { eventsOfAll, metricNamed } from './answer.ts'
import { type Confidence, type Method, POWER, standardErrors } from './compare.ts'
import { normalQuantile } from './distributions.ts'
import type { Estimate } from './estimates.ts'
import { figuresOf } from './figures.ts'
import type { Metric, Metrics } from './metrics.ts'
import { unitsNeeded } from './needed.ts'
import { type Experiment, keyOf, ofLevel, openExposures } from './openExperiment.ts'
import { percent, plain } from './sentences.ts'

/** What is asked before an experiment starts. */
export interface PlanQuestion {
  /** The name of the event at which the flag would be shown. */
  readonly event: string
  readonly app?: string | undefined
  readonly promotion?: string | undefined
  /** By whom the flag would divide its users: the person when absent. */
  readonly unit?: string | undefined
  readonly metrics: Metrics
  /** The names of the metrics by which it would be judged. */
  readonly judgedBy: readonly string[]
  /** 2 when absent. */
  readonly variations?: number | undefined
  /** `fixed`: one looks once, at an end that is declared before. `anytime` when absent. */
  readonly method?: Method | undefined
  /** The probability with which intervals may miss: 0.05 when absent. */
  readonly alpha?: number | undefined
}

/** What it takes to find one relative effect in four of five such experiments. `undefined`: more than there are people. */
export interface PlannedEffect {
  readonly effect: number
  readonly units: number | undefined
  readonly days: number | undefined
}

/** The smallest relative effect that would be found in four of five experiments that run for so many days. */
export interface PlannedDays {
  readonly days: number
  readonly units: number
  readonly effect: number
}

export interface PlannedMetric {
  readonly metric: Metric
  /** The figure of all units, without an experiment. */
  readonly value: number
  readonly units: number
  readonly effects: readonly PlannedEffect[]
  readonly durations: readonly PlannedDays[]
  readonly sentence: string
}

export interface ExperimentPlan {
  readonly event: string
  readonly unit: string
  readonly variations: number
  readonly method: Method
  /** When the first and the latest unit had the event, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly units: number
  readonly metrics: readonly PlannedMetric[]
}

const EFFECTS = [0.01, 0.02, 0.05, 0.1, 0.2]
const DAYS = [7, 14, 28, 56]
const DAY_MS = 86_400_000
/** Below this number of units, nothing can be said of others. */
const LEAST_UNITS = 100

/**
 * Says how long an experiment would have to run, from what units have done without it: as if each had been shown the flag at its first event of
 * a name. @throws a sentence, if there is nothing to go by
 */
export async function experimentPlan(question: PlanQuestion, source: EventsSource): Promise<ExperimentPlan> {
  return planned(question, source).catch((error: Error) => {
    throw new Error(plain(error.message), { cause: error })
  })
}

async function planned(question: PlanQuestion, source: EventsSource): Promise<ExperimentPlan> {
  const { metrics, event, unit = 'person', variations = 2, method = 'anytime', alpha = 0.05 } = question
  const judgedBy = [...new Set(question.judgedBy)]
  if (judgedBy.length === 0) throw new Error('Name a metric by which the experiment is judged.')
  const wanted = judgedBy.map((name) => metricNamed(name, metrics))
  const db = await openExposures(source, [event, ...eventsOfAll(wanted, metrics)])
  try {
    const { app, promotion } = await openPlace(question, db)
    const experiment: Experiment = {
      ...{ db, app, promotion, unit, isMarked: false, otherUnits: 0, keyOf: keyOf(unit) },
      close: db.close,
    }
    await db.run(`create table shown as
      select ${keyOf(unit)} as unit_key, min(happened_at) as first_at from own_event
      where name = ${quoted(event)} and impersonator is null and coalesce((body->>'$.moment.automated') = 'true', false) = false
        and ${keyOf(unit)} is not null group by 1`)
    const [span] = await db.rows(
      `select count(*) as units, epoch_ms(min(first_at)) as since, epoch_ms(max(first_at)) as latest,
        (select epoch_ms(max(happened_at)) from own_event) as ends from shown`,
    )
    const units = Number(span?.['units'] ?? 0)
    if (units < LEAST_UNITS)
      throw new Error(
        `${units.toLocaleString('en')} units have had “${event}”. A plan needs ${LEAST_UNITS} of them, by ${unit}.`,
      )
    const [from, to] = [Number(span?.['since']), Number(span?.['latest'])]
    const confidence = { method, alpha: alpha / (Math.max(1, variations - 1) * wanted.length) }
    const perDay = units / Math.max(1, (to - from) / DAY_MS)
    const results: PlannedMetric[] = []
    for (const metric of wanted) {
      const estimate = await estimateOf(metric, metrics, { experiment, ends: Number(span?.['ends']) })
      results.push(plannedMetric({ metric, estimate }, { confidence, variations, perDay }))
    }
    return { event, unit, variations, method, from, to, units, metrics: results }
  } finally {
    db.close()
  }
}

/** Makes the view `own_event` of one application. */
async function openPlace({ event, app, promotion }: PlanQuestion, db: Experiment['db']) {
  const wanted = [
    `name = ${quoted(event)}`,
    ...(app === undefined ? [] : [`app = ${quoted(app)}`]),
    ...(promotion === undefined ? [] : [ofLevel(promotion)]),
  ].join(' and ')
  const [place, ...others] = await db.rows(
    `select app, promotion, count(*) as events from events where ${wanted} group by all order by events desc, app, promotion`,
  )
  if (!place) throw new Error(`There is no event “${event}”. It is the one at which the flag would be shown.`)
  const text = (value: unknown) => (value === null ? 'none' : String(value))
  for (const name of ['app', 'promotion'] as const) {
    const values = [...new Set([place, ...others].map((row) => text(row[name])))]
    if (values.length > 1)
      throw new Error(`“${event}” happens in several places. Set --${name} to one of ${values.join(', ')}.`)
  }
  const level = text(place['promotion'])
  await db.run(
    `create view own_event as select * from events where app = ${quoted(text(place['app']))} and ${ofLevel(level)}`,
  )
  return { app: text(place['app']), promotion: level === 'none' ? undefined : level }
}

interface History {
  readonly experiment: Experiment
  /** The time of the latest event. */
  readonly ends: number
}

/** The figure of the units whose window has passed. */
async function estimateOf(metric: Metric, metrics: Metrics, { experiment, ends }: History): Promise<Estimate> {
  const parts = [metric, ...[metric.numerator, metric.denominator].flatMap((name) => metrics.get(name ?? '') ?? [])]
  const window = Math.max(...parts.map(({ withinDays = 0 }) => withinDays)) * DAY_MS
  const { db } = experiment
  await db.run(`create or replace table unit as select unit_key, first_at, 'all' as variation from shown
    where epoch_ms(first_at) <= ${Math.max(0, ends - window)}`)
  const { estimates } = await figuresOf(metric, metrics, { ...experiment, until: undefined })
  const estimate = estimates.get('all')
  if (!estimate || estimate.based < LEAST_UNITS)
    throw new Error(
      `Fewer than ${LEAST_UNITS} units have a figure of “${metric.name}”, ${window > 0 ? 'with its whole window' : 'so far'}: nothing can be planned by it.`,
    )
  return estimate
}

interface About {
  readonly confidence: Confidence
  readonly variations: number
  readonly perDay: number
}

function plannedMetric(
  { metric, estimate }: { metric: Metric; estimate: Estimate },
  { confidence, variations, perDay }: About,
): PlannedMetric {
  // As if these units had been divided.
  const part = { ...estimate, n: estimate.n / variations, variance: estimate.variance * variations }
  const effects = EFFECTS.map((effect): PlannedEffect => {
    const parts = Array.from({ length: variations }, () => part)
    const units = unitsNeeded(parts, { confidence, effect, days: 1 })?.units
    return { effect, units, days: units === undefined ? undefined : Math.ceil(units / perDay) }
  })
  const durations = DAYS.map((days): PlannedDays => {
    const units = Math.round(perDay * days)
    const errors = standardErrors(confidence, (2 * units) / variations) + normalQuantile(POWER)
    const variance = (2 * part.variance * estimate.n) / units
    return { days, units, effect: (errors * Math.sqrt(variance)) / Math.abs(estimate.value) }
  }).filter(({ effect }) => Number.isFinite(effect))
  const month = durations.find(({ days }) => days === 28)
  const sentence = month
    ? `In four weeks, with ${month.units.toLocaleString('en')} units, an effect of ${percent(month.effect)} on “${metric.name}” would be found in four of five such experiments.`
    : `“${metric.name}” is zero: an effect on it cannot be planned.`
  return { metric, value: estimate.value, units: estimate.n, effects, durations, sentence }
}
