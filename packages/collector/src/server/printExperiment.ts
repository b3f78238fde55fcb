import type { ExperimentAnswer, MetricResult } from '../experiment/result.ts'
import type { Interval } from '../experiment/compare.ts'
import { number, percent, plain } from '../experiment/sentences.ts'
import { isShare } from '../experiment/metrics.ts'
import { printAnswer } from './printAnswer.ts'

/** The result as a text for a terminal. What decides comes first. */
export function printExperiment(given: ExperimentAnswer): string {
  const answer = JSON.parse(JSON.stringify(given), (_, value: unknown) =>
    typeof value === 'string' ? plain(value) : value,
  ) as ExperimentAnswer
  const { flag, app, promotion, unit, units, guards, metrics, sentence, from, to, isMarked } = answer
  const all = units.reduce((sum, one) => sum + one.units, 0)
  const where = [app, ...(promotion === undefined ? [] : [promotion])].join(', ')
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return [
    sentence,
    '',
    `${flag} · ${where} · by ${unit} · ${all.toLocaleString('en')} units, first shown from ${day(from)} to ${day(to)}${isMarked ? ', as part of an experiment' : ''}`,
    ...guards.map((guard) => `${MARKS[guard.level]} ${guard.sentence}`),
    '',
    ...(metrics.length > 0 ? metrics.map((metric) => tableOf(metric, answer)) : [unitTable(answer)]),
    ...(metrics.length > 0 ? [methodOf(answer), ''] : []),
  ].join('\n')
}

const MARKS = { alarm: 'Alarm:', warning: 'Warning:', note: 'Note:' }

const unitTable = ({ units }: ExperimentAnswer) =>
  printAnswer({ columns: ['variation', 'units'], rows: units.map((one) => [one.variation, one.units]) }, 'table')

const rangeOf = ({ low, high }: Interval, write: (value: number) => string) => `${write(low)} to ${write(high)}`

function tableOf(
  { metric, variations, comparisons, ...about }: MetricResult,
  { control, guards }: ExperimentAnswer,
): string {
  const write = isShare(metric) ? percent : number
  // With an alarm, figures are no result.
  const isValid = guards.every(({ level }) => level !== 'alarm')
  const rows = variations.map((one) => {
    const compared = comparisons.find(({ variation }) => variation === one.variation)
    const { difference, lift, decision } = compared ?? {}
    return [
      one.variation,
      one.units,
      `${write(one.value)} (${rangeOf(one, write)})`,
      difference ? `${write(difference.value)} (${rangeOf(difference, write)})` : '',
      lift ? `${percent(lift.value)} (${rangeOf(lift, percent)})` : '',
      one.variation === control ? 'control' : isValid ? (decision ?? '') : 'not valid',
    ]
  })
  const columns = ['variation', 'units', metric.name, 'difference', 'relative', 'decision']
  return `${printAnswer({ columns, rows }, 'table')}${stepsOf(about.steps, variations)}${notesOf({ metric, ...about })}`
}

function stepsOf(steps: MetricResult['steps'], variations: MetricResult['variations']): string {
  if (!steps) return ''
  const rows = steps.flatMap(({ event, units }) =>
    units.map((one) => {
      const all = variations.find(({ variation }) => variation === one.variation)?.units
      return [event, one.variation, one.units, all ? percent(one.units / all) : '']
    }),
  )
  return printAnswer({ columns: ['step', 'variation', 'units', 'of all'], rows }, 'table')
}

function notesOf({
  cutAt,
  explained = 0,
  notNumbers,
  metric,
}: Omit<MetricResult, 'variations' | 'comparisons' | 'sentence'>): string {
  const notes = [
    ...(cutAt === undefined
      ? []
      : [
          `Figures above ${number(cutAt)} count as this one${metric.winsorise === undefined ? '' : ` (${metric.winsorise})`}.`,
        ]),
    ...(explained >= 0.01
      ? [`What units did before explains ${percent(explained)} of the variance, and is taken out.`]
      : []),
    ...(notNumbers > 0
      ? [
          `${notNumbers.toLocaleString('en')} values${metric.property === undefined ? '' : ` of "${metric.property}"`} are no numbers, and do not count.`,
        ]
      : []),
  ]
  return notes.map((note) => `${note}\n`).join('')
}

function methodOf({ method, alpha, metrics, units }: ExperimentAnswer): string {
  const share = percent(1 - alpha)
  const count = metrics.length * Math.max(1, units.length - 1)
  const together = count > 1 ? `, all ${count} comparisons together` : ''
  return method === 'anytime'
    ? `The intervals hold with ${share}${together}, whenever and however often you look.`
    : `The intervals hold with ${share}${together}, for one look at the declared end.`
}
