import type { ExperimentAnswer, Metric, MetricResult } from '@telltale/collector/experiment'
import { countText } from '../format/countText.ts'

const share = (value: number) => `${(value * 100).toFixed(Math.abs(value) < 0.1 ? 1 : 0)} %`

/** A sentence in which no line ends between a number and its percent sign. */
export const unbroken = (sentence: string): string => sentence.replaceAll(/(?<=\d) %/g, '\u00a0%')

/** What a metric measures. */
export function metricText(metric: Metric): string {
  const { withinDays, lessIsBetter } = metric
  return [
    measureText(metric),
    ...(withinDays === undefined
      ? []
      : [`within ${withinDays.toLocaleString('en')} ${withinDays === 1 ? 'day' : 'days'}`]),
    ...(lessIsBetter ? ['less is better'] : []),
  ].join(', ')
}

function measureText({ of, event, events = [], property, percentile, numerator, denominator }: Metric): string {
  switch (of) {
    case 'converted':
      return `The share of the units that have had “${event}”`
    case 'count':
      return `How often a unit has had “${event}”, on average`
    case 'sum':
      return `The sum of “${property}” of “${event}”, for each unit on average`
    case 'mean':
      return `The mean of “${property}” over all “${event}”`
    case 'percentile':
      return `Percentile ${percentile} of “${property}” over all “${event}”`
    case 'ratio':
      return `“${numerator}” divided by “${denominator}”`
    case 'funnel':
      return `The share of the units that have had ${events.map((one) => `“${one}”`).join(', then ')}`
  }
}

/** What was done to the figures of a metric before they were compared. */
export function treatmentTexts({ metric, cutAt, explained = 0, notNumbers }: MetricResult): readonly string[] {
  const of = metric.property === undefined ? '' : ` of “${metric.property}”`
  return [
    ...(cutAt === undefined
      ? []
      : [
          `Winsorised: figures above ${cutAt.toLocaleString('en', { maximumSignificantDigits: 3 })} count as this one.`,
        ]),
    ...(explained >= 0.01
      ? [`Adjusted: what units did before explains ${share(explained)} of the variance, and is taken out.`]
      : []),
    ...(notNumbers > 0
      ? [
          `${countText(notNumbers, 'value')}${of} ${notNumbers === 1 ? 'is no number, and does' : 'are no numbers, and do'} not count.`,
        ]
      : []),
  ]
}

/** How sure the intervals are. */
export function methodText({ method, alpha, metrics, units }: ExperimentAnswer): string {
  const count = metrics.length * Math.max(1, units.length - 1)
  const together = count > 1 ? `, all ${count} comparisons together` : ''
  const when = method === 'anytime' ? 'whenever and however often you look' : 'for one look at the declared end'
  return `The intervals hold with ${share(1 - alpha)}${together}, ${when}.`
}
