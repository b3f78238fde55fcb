import { clockToSecond } from '../format/time.ts'
import { AXIS } from './chartColours.ts'
import { timeTicks } from './ticks.ts'

/** Margins of a chart in pixels. */
export const MARGIN = { top: 6, right: 6, bottom: 0, left: 0 }

/** The time of a point, to the second. */
export const second = (at: unknown) => clockToSecond(Number(at))

/** A time axis with about this many ticks. */
export function timeAxis(points: readonly { readonly at: number }[], marks: number) {
  const from = points[0]?.at ?? 0
  const to = points.at(-1)?.at ?? 0
  return {
    ...AXIS,
    dataKey: 'at',
    type: 'number',
    domain: [from, to],
    ticks: [...timeTicks(from, to, marks)],
    tickFormatter: second,
  } as const
}
