import { readFileSync } from 'node:fs'
import type { Plan } from '../plan/plan.ts'

/** What an experiment is judged by. */
export interface Metric {
  readonly name: string
  /**
   * `converted`: whether a unit has had the event. `count`: how often. `sum`: the sum of the property. `mean`, `percentile`: of the property,
   * over all events. `ratio`: the sums of two other metrics, one divided by the other. `funnel`: whether a unit has had several events, one
   * after another.
   */
  readonly of: (typeof KINDS)[number]
  /** The name of the event. Absent for a ratio and a funnel. */
  readonly event?: string
  /** The names of two to five events, for a funnel. */
  readonly events?: readonly string[]
  /** A property of the event, whose value is a number. */
  readonly property?: string
  /** From 1 to 99, for a percentile. */
  readonly percentile?: number
  /** Only what happens within so many days after the first exposure of a unit. */
  readonly withinDays?: number
  /** The share of the units above which their figures are cut off to that of this one, such as 0.99. Said in the result. */
  readonly winsorise?: number
  /** The names of the metrics that a ratio divides: of `count` or `sum`. */
  readonly numerator?: string
  readonly denominator?: string
  /** Less of it is better. */
  readonly lessIsBetter?: boolean
}

export type Metrics = ReadonlyMap<string, Metric>

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const KINDS = ['converted', 'count', 'sum', 'mean', 'percentile', 'ratio', 'funnel'] as const
const FIELDS = [
  'of',
  'event',
  'events',
  'property',
  'percentile',
  'withinDays',
  'winsorise',
  'numerator',
  'denominator',
  'lessIsBetter',
]
/** The kinds whose figure is a number for each unit, which may be divided, and cut off. */
const SUMS: readonly unknown[] = ['count', 'sum']

/** @throws a sentence that names the metric and the field that are wrong */
export function readMetrics(text: string, file: string): Metrics {
  const content = parsed(text)
  const given = isFields(content) ? content['metrics'] : undefined
  if (!isFields(given))
    throw new Error(`${file} has no metrics: "metrics" must be an object of metrics by their names.`)
  const metrics = new Map<string, Metric>()
  for (const [name, one] of Object.entries(given)) {
    const problem = isFields(one) ? problemOf(one, given) : 'must be an object'
    if (problem) throw new Error(`${file}: the metric "${name}" ${problem}.`)
    metrics.set(name, { ...(one as Metric), name })
  }
  return metrics
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isBetween = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high

const isFunnel = (events: unknown) =>
  Array.isArray(events) &&
  events.length >= 2 &&
  events.length <= 5 &&
  events.every(isText) &&
  new Set(events).size === events.length

/** Whether its figures are shares of the units. */
export const isShare = ({ of }: Metric): boolean => of === 'converted' || of === 'funnel'

/** The names of the events that a metric counts. */
export const eventsOf = ({ event, events = [] }: Metric): readonly string[] => (event === undefined ? events : [event])

function problemOf(metric: Fields, all: Fields): string | undefined {
  const { of: kind, event, property, percentile, withinDays, winsorise, lessIsBetter } = metric
  const unknown = Object.keys(metric).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return `has a field "${unknown}", which no metric has`
  if (!KINDS.some((one) => one === kind)) return `must say what it is: "of" is one of ${KINDS.join(', ')}`
  if (kind === 'ratio') {
    for (const side of ['numerator', 'denominator']) {
      const other = metric[side]
      const part = isText(other) && Object.hasOwn(all, other) ? all[other] : undefined
      if (!isFields(part) || !SUMS.includes(part['of']))
        return `needs a ${side}: the name of a metric of "count" or "sum"`
    }
  } else if (kind === 'funnel') {
    if (!isFunnel(metric['events'])) return 'needs "events": the names of two to five events, each another one'
    if (event !== undefined) return 'has an "event": a funnel has "events"'
  } else if (!isText(event)) return 'needs the name of an event'
  if (metric['events'] !== undefined && kind !== 'funnel') return 'has "events", which only a funnel has'
  if (['sum', 'mean', 'percentile'].includes(String(kind)) && !isText(property)) return 'needs a property of the event'
  if (kind === 'percentile' && !isBetween(percentile, 1, 99)) return 'needs a percentile from 1 to 99'
  if (withinDays !== undefined && kind === 'ratio')
    return 'has "withinDays": set it on its numerator and its denominator'
  if (withinDays !== undefined && !isBetween(withinDays, 1 / 24, 3650))
    return 'has no valid "withinDays": a number of days'
  if (winsorise !== undefined && !(SUMS.includes(kind) && isBetween(winsorise, 0.5, 0.9999)))
    return 'has no valid "winsorise": a share from 0.5 to 0.9999, for "count" and "sum"'
  if (lessIsBetter !== undefined && typeof lessIsBetter !== 'boolean')
    return 'has no valid "lessIsBetter": true or false'
  return undefined
}

/** @throws a sentence, if a metric is of an event or a property that the plan does not have */
export function checkMetrics(metrics: Iterable<Metric>, plan: Plan, file: string): void {
  for (const metric of metrics) for (const event of eventsOf(metric)) checkEvent(event, metric, { plan, file })
}

function checkEvent(event: string, { name, property }: Metric, { plan, file }: { plan: Plan; file: string }) {
  const schema = Object.hasOwn(plan.events, event) ? plan.events[event] : undefined
  if (!schema) throw new Error(`The metric "${name}" is of the event "${event}", which ${file} does not have.`)
  if (property === undefined || plan.common?.includes(property)) return
  const own = schema.properties && Object.hasOwn(schema.properties, property) ? schema.properties[property] : undefined
  if (!own)
    throw new Error(`The metric "${name}" is of the property "${property}", which "${event}" does not have in ${file}.`)
  const types = [own.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => type === 'number' || type === 'integer'))
    throw new Error(
      `The metric "${name}" is of the property "${property}", which is a ${types.join(' or ')} in ${file}, and no number.`,
    )
}

/** @throws a sentence */
export function metricsIn(file: string): Metrics {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${file} cannot be read. Set --metrics to the file with your metrics.`)
  }
  return readMetrics(text, file)
}
