import type { ExperimentAnswer, MetricResult } from './result.ts'
import type { Interval } from './compare.ts'

export const percent = (share: number) => {
  const points = share * 100
  const digits = Math.abs(points) < 10 ? 1 : 0
  return `${points.toFixed(digits).replace('-', '−')} %`
}

const range = ({ low, high }: Interval, write: (value: number) => string) => `between ${write(low)} and ${write(high)}`
export const number = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 }).replace('-', '−')

/** The text without what would move the cursor of a terminal: names come from pages. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')

/** What a metric says, in one sentence for each comparison. */
export function sentenceOf(
  { metric, comparisons, needed, variations }: Omit<MetricResult, 'sentence'>,
  control: string,
): string {
  if (!variations.some((one) => one.variation === control))
    return `Variation ${control} has no figure of “${metric.name}”: nothing can be compared with it.`
  if (comparisons.length === 0 && variations.length > 1)
    return `There is no result for “${metric.name}” before enough units of each variation have a figure.`
  if (comparisons.length === 0) return `No other variation has a figure of “${metric.name}”.`
  return comparisons
    .map(({ variation, decision, difference, lift }) => {
      const by = lift
        ? `${percent(Math.abs(lift.value))} ${lift.value < 0 ? 'lower' : 'higher'}`
        : `${number(Math.abs(difference.value))} ${difference.value < 0 ? 'lower' : 'higher'}`
      const span = lift ? range(lift, percent) : range(difference, number)
      if (decision === 'none')
        return `“${metric.name}” of variation ${variation} may be higher or lower than that of ${control}: the difference is ${span}.${ifEnough(needed)}`
      return `Variation ${variation} is ${decision}: its “${metric.name}” is ${by} than that of ${control} (${span}).`
    })
    .join(' ')
}

function ifEnough(needed: MetricResult['needed']): string {
  if (!needed) return ''
  const { effect, units, days } = needed
  if (days === 0) return ` An effect of ${percent(effect)} would have been found in four of five such experiments.`
  return ` An effect of ${percent(effect)} would be found with ${units.toLocaleString('en')} units, in ${days.toLocaleString('en')} more ${days === 1 ? 'day' : 'days'}.`
}

/** What to do, in one or two sentences. */
export function summaryOf({ guards, metrics }: Omit<ExperimentAnswer, 'sentence'>): string {
  const alarms = guards.filter(({ level }) => level === 'alarm')
  if (alarms.length > 0) return `Do not use this result. ${alarms.map(({ sentence }) => sentence).join(' ')}`
  const decisions = metrics.flatMap(({ comparisons }) => comparisons.map(({ decision }) => decision))
  if (decisions.every((one) => one === 'none')) return `No decision is possible yet. ${metrics[0]?.sentence ?? ''}`
  return metrics
    .filter(({ comparisons }) => comparisons.some(({ decision }) => decision !== 'none'))
    .map(({ sentence }) => sentence)
    .join(' ')
}
