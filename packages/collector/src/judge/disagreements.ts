import type { Interval } from '../experiment/compare.ts'
import { chiSquaredTest } from '../experiment/distributions.ts'
import type { ExperimentAnswer, MetricResult } from '../experiment/result.ts'
import type { Computed, ComputedMetric } from './computed.ts'
import type { MadeData } from './madeData.ts'

/** How far figures may be apart: of the figure itself, if it is greater than 1. */
const CLOSE = 1e-6

type Figures = ReadonlyMap<string, unknown>

/** The figures that differ, each as a sentence. The numbers of units that are needed are found within one in a hundred. */
export function disagreements(data: MadeData, answer: ExperimentAnswer, expected: Computed): readonly string[] {
  const [has, wanted] = [figuresIn(data, answer), figuresExpected(expected)]
  const names = [...new Set([...has.keys(), ...wanted.keys()])]
  return [
    ...names.filter((name) => !isClose(has.get(name), wanted.get(name))),
    ...answer.metrics.flatMap((metric, at) =>
      isNeeded(metric, expected.metrics[at]) ? [] : [`${metric.metric.name}: needed`],
    ),
  ].map((name) => `${data.seed}, ${data.kind}: ${name} is ${has.get(name)}, Python says ${wanted.get(name)}`)
}

function isClose(one: unknown, other: unknown) {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  return Math.abs(one - other) <= CLOSE * Math.max(1, Math.abs(one), Math.abs(other))
}

const ends = (name: string, { value, low, high }: Interval): [string, number][] => [
  [name, value],
  [`${name} low`, low],
  [`${name} high`, high],
]

function figuresIn({ split }: MadeData, { units, guards, metrics }: ExperimentAnswer): Figures {
  const counts = units.map((one) => one.units)
  const shares = units.map(({ variation }) => split?.[variation] ?? 1)
  const sum = shares.reduce((total, share) => total + share, 0)
  const all = counts.reduce((total, count) => total + count, 0)
  const expected = shares.map((share) => (share / sum) * all)
  const countIn = (name: string) => Number.parseInt(guards.find((one) => one.name === name)?.sentence ?? '0', 10)
  return new Map<string, unknown>([
    ...units.map((one): [string, number] => [`units of ${one.variation}`, one.units]),
    ['several', countIn('several-variations')],
    ['programs', countIn('automated')],
    ['sample ratio', chiSquaredTest(counts, expected)],
    ['sample ratio guard', guards.find(({ name }) => name === 'sample-ratio')?.level],
    ...metrics.flatMap(({ metric, variations, comparisons, cutAt, steps = [] }): [string, unknown][] => [
      [`${metric.name}: cut`, cutAt],
      ...steps.flatMap(({ units: taken }, at) =>
        taken.map((one): [string, number] => [`${metric.name}: step ${at} of ${one.variation}`, one.units]),
      ),
      ...variations.flatMap((one) => [
        ...ends(`${metric.name}: ${one.variation}`, one),
        [`${metric.name}: units of ${one.variation}`, one.units] satisfies [string, number],
      ]),
      ...comparisons.flatMap((one) => comparisonOf(`${metric.name}: ${one.variation}`, one)),
    ]),
  ])
}

function figuresExpected({ units, several, programs, sampleRatio, metrics }: Computed): Figures {
  return new Map<string, unknown>([
    ...Object.entries(units).map(([variation, count]): [string, number] => [`units of ${variation}`, count]),
    ['several', several],
    ['programs', programs],
    ['sample ratio', sampleRatio],
    ['sample ratio guard', sampleRatio < 0.001 ? 'alarm' : sampleRatio < 0.01 ? 'warning' : undefined],
    ...metrics.flatMap(({ name, variations, comparisons = {}, cutAt, steps = [] }): [string, unknown][] => [
      [`${name}: cut`, cutAt],
      ...steps.flatMap((taken, at) =>
        Object.entries(taken).map(([variation, count]): [string, number] => [
          `${name}: step ${at} of ${variation}`,
          count,
        ]),
      ),
      ...Object.entries(variations).flatMap(([variation, one]) => [
        ...ends(`${name}: ${variation}`, one),
        [`${name}: units of ${variation}`, one.units] satisfies [string, number],
      ]),
      ...Object.entries(comparisons).flatMap(([variation, one]) => comparisonOf(`${name}: ${variation}`, one)),
    ]),
  ])
}

interface Compared {
  readonly difference: Interval
  readonly lift?: Interval
  readonly pValue?: number
  readonly smallest: number
}

/** The relative difference is the difference as a share of the control. Without any variance, there is nothing to test. */
const comparisonOf = (name: string, { difference, lift, pValue, smallest }: Compared): [string, unknown][] => [
  ...ends(`${name}, difference`, difference),
  ...(lift ? ends(`${name}, relative`, lift) : []),
  [`${name}, smallest`, smallest],
  ...(difference.high > difference.low ? [[`${name}, p`, pValue] satisfies [string, unknown]] : []),
]

function isNeeded({ needed, comparisons }: MetricResult, expected: ComputedMetric | undefined): boolean {
  const exact = expected?.needed
  if (!needed || typeof exact !== 'number') return needed === undefined || exact === null || exact === undefined
  const has = Object.values(expected?.variations ?? {}).reduce((sum, { units }) => sum + units, 0)
  return comparisons.length > 0 && needed.units >= exact - 1e-6 * exact && needed.units <= exact + 2 + has * 0.01
}
