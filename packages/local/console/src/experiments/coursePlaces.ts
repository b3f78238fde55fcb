import type { CoursePoint } from '@telltale/collector/experiment'
import type { PlotScale } from './plotScale.ts'

/** Days begin at midnight in UTC, as those of the table. */
const DAY_MS = 86_400_000

/** What was known of a difference at a time. */
export interface Known {
  readonly at: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The latest difference of each day for one variation. Days without one are left out. */
export const courseOf = (course: readonly CoursePoint[], variation: string): readonly Known[] =>
  course
    .flatMap(({ at, differences }) =>
      differences
        .filter((one) => one.variation === variation && [at, one.value, one.low, one.high].every(Number.isFinite))
        .map(({ value, low, high }) => ({ at, value, low, high })),
    )
    .filter(({ at }, index, known) => dayOfTime(at) !== dayOfTime(known[index + 1]?.at))

const dayOfTime = (at: number | undefined) => at && Math.floor(at / DAY_MS)

/** A point of a plot, from the left and from the top: 0 to 100. */
interface Place {
  readonly x: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Where the points of a course are. A single one is in the middle. */
export function coursePlaces(known: readonly Known[], { placeOf }: PlotScale): readonly Place[] {
  const from = known[0]?.at ?? 0
  const length = (known.at(-1)?.at ?? 0) - from
  const y = (value: number) => 100 * (1 - placeOf(value))
  return known.map(({ at, value, low, high }) => ({
    x: length > 0 ? (100 * (at - from)) / length : 50,
    value: y(value),
    low: y(low),
    high: y(high),
  }))
}

/** The outline of the band between the ends of the intervals, as the points of a polygon. */
export const bandOf = (places: readonly Place[]): string =>
  [...places.map(({ x, high }) => `${x},${high}`), ...[...places].reverse().map(({ x, low }) => `${x},${low}`)].join(
    ' ',
  )
