import { type Confidence, intervalOf, type Method } from './compare.ts'
import { courseOf } from './course.ts'
import { type About, comparisonsOf } from './decide.ts'
import type { EventsSource } from '../parquet/openEvents.ts'
import type { Estimate } from './estimates.ts'
import { figuresOf } from './figures.ts'
import { guarded } from './guards.ts'
import { eventsOf, type Metric, type Metrics } from './metrics.ts'
import { unitsNeeded } from './needed.ts'
import { openExperiment, type Question } from './openExperiment.ts'
import type { ExperimentAnswer, MetricResult } from './result.ts'
import { plain, sentenceOf, summaryOf } from './sentences.ts'

/** What is asked of the events. */
export interface ExperimentQuestion extends Omit<Question, 'events'> {
  readonly metrics: Metrics
  /** The names of the metrics by which the experiment is judged. */
  readonly judgedBy: readonly string[]
  /** The variation with which the others are compared: the first one when absent. */
  readonly control?: string | undefined
  /** The share of each variation, by variation. Equal shares when absent. */
  readonly split?: ReadonlyMap<string, number> | undefined
  /** The end that was declared, in milliseconds since 1970: before it, there is no result. Without one, one may look at any time. */
  readonly endsAt?: number | undefined
  /** The probability with which intervals may miss: 0.05 when absent. */
  readonly alpha?: number | undefined
  /** Whether the course of each metric is wanted, which takes as long as the result for each of its points. */
  readonly hasCourse?: boolean | undefined
  /** The relative effect that is worth finding: 0.05 when absent. */
  readonly effect?: number | undefined
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Below this number of units in a variation, sums are not yet distributed normally. */
const LEAST_UNITS = 100

/** Judges an experiment. @throws a sentence, if there is nothing to judge */
export async function experimentAnswer(question: ExperimentQuestion, source: EventsSource): Promise<ExperimentAnswer> {
  return answered(question, source).catch((error: Error) => {
    throw new Error(plain(error.message), { cause: error })
  })
}

async function answered(question: ExperimentQuestion, source: EventsSource): Promise<ExperimentAnswer> {
  const { metrics, endsAt, now, split, until = endsAt } = question
  const judgedBy = [...new Set(question.judgedBy)]
  if (judgedBy.length === 0) throw new Error('Name a metric by which the experiment is judged.')
  const wanted = judgedBy.map((name) => metricNamed(name, metrics))
  const experiment = await openExperiment({ ...question, until, events: eventsOfAll(wanted, metrics) }, source)
  try {
    const needs = { ...experiment, until, split }
    const { guards, units } = await guarded(needs)
    const names = [...units.keys()]
    const [first] = names
    const control = question.control ?? first
    if (first === undefined)
      throw new Error(
        `Every unit that was shown "${question.flag}" is left out: ${guards.map(({ sentence }) => sentence).join(' ')}`,
      )
    if (control === undefined || !units.has(control))
      throw new Error(`No unit was shown the variation ${control}. There are the variations ${names.join(', ')}.`)
    const others = names.filter((name) => name !== control)
    const method: Method = endsAt === undefined ? 'anytime' : 'fixed'
    const alpha = question.alpha ?? 0.05
    const confidence: Confidence = { method, alpha: alpha / Math.max(1, others.length * wanted.length) }
    const [span] = await experiment.db.rows(
      'select epoch_ms(min(first_at)) as since, epoch_ms(max(first_at)) as latest from unit',
    )
    const [from, to] = [Number(span?.['since']), Number(span?.['latest'])]
    const about = {
      control,
      others,
      confidence,
      effect: question.effect ?? 0.05,
      leastUnits: LEAST_UNITS,
      days: Math.max(1, (to - from) / 86_400_000),
    }
    const tooEarly = refusal({ units, others, endsAt, now })
    const results: MetricResult[] = []
    for (const metric of tooEarly === undefined ? wanted : []) {
      const result = resultOf(metric, await figuresOf(metric, metrics, needs), about)
      const course =
        question.hasCourse && method === 'anytime'
          ? await courseOf(metric, about, { from, metrics, needs, now: until ?? now })
          : undefined
      results.push({ ...result, ...(course && { course }) })
    }
    const answer = {
      ...{ flag: question.flag, app: experiment.app, unit: experiment.unit, isMarked: experiment.isMarked },
      ...(experiment.promotion !== undefined && { promotion: experiment.promotion }),
      ...{ from, to, method, alpha, control, guards },
      units: names.map((variation) => ({ variation, units: units.get(variation) ?? 0 })),
      metrics: results,
    }
    return { ...answer, sentence: tooEarly ?? summaryOf(answer) }
  } finally {
    experiment.close()
  }
}

/** The names of the events of these metrics, and of those that they divide. */
export function eventsOfAll(wanted: readonly Metric[], metrics: Metrics): readonly string[] {
  const parts = wanted.flatMap((one) => [
    one,
    ...[one.numerator, one.denominator].flatMap((name) => metrics.get(name ?? '') ?? []),
  ])
  return [...new Set(parts.flatMap(eventsOf))]
}

export function metricNamed(name: string, metrics: Metrics): Metric {
  const metric = metrics.get(name)
  if (metric) return metric
  throw new Error(`There is no metric "${name}". There are: ${[...metrics.keys()].join(', ')}.`)
}

interface Early {
  readonly units: ReadonlyMap<string, number>
  readonly others: readonly string[]
  readonly endsAt: number | undefined
  readonly now: number
}

/** Why there is no result yet. */
function refusal({ units, others, endsAt, now }: Early): string | undefined {
  const [only] = units.keys()
  if (others.length === 0) return `All units have seen the same variation, ${only}: there is nothing to compare.`
  if (endsAt !== undefined && now < endsAt)
    return `This experiment is judged at its end, ${new Date(endsAt).toISOString().slice(0, 10)}, and not before.`
  const small = [...units].find(([, count]) => count < LEAST_UNITS)
  return (
    small && `Variation ${small[0]} has ${small[1]} units. There is no result before each variation has ${LEAST_UNITS}.`
  )
}

function resultOf(
  metric: Metric,
  { estimates, ...figures }: Awaited<ReturnType<typeof figuresOf>>,
  about: About,
): MetricResult {
  const { control, others, confidence, effect, days } = about
  const base = estimates.get(control)
  const comparisons = comparisonsOf(metric, estimates, about)
  const isOpen = comparisons.some(({ decision }) => decision === 'none')
  const needed =
    base && isOpen
      ? unitsNeeded([base, ...others.flatMap((name) => estimates.get(name) ?? [])], { confidence, effect, days })
      : undefined
  const result = {
    ...{ metric, ...figures, comparisons },
    variations: [...estimates].map(([variation, one]: [string, Estimate]) => ({
      variation,
      units: one.n,
      ...intervalOf(one, confidence),
    })),
    ...(needed && { needed }),
  }
  return { ...result, sentence: sentenceOf(result, control) }
}
