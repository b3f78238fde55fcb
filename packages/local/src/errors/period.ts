/** Milliseconds. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How far back errors are looked for, in steps of which a chart has at most 48. */
const SPANS = {
  '1h': { length: HOUR, step: 2 * MINUTE },
  '24h': { length: 24 * HOUR, step: 30 * MINUTE },
  '7d': { length: 7 * 24 * HOUR, step: 4 * HOUR },
} as const

export const PERIODS = Object.keys(SPANS) as readonly (keyof typeof SPANS)[]
export type PeriodName = keyof typeof SPANS
export const DEFAULT_PERIOD: PeriodName = '24h'

/** A span of time up to now, in milliseconds since 1970. */
export interface Period {
  readonly name: PeriodName
  readonly from: number
  readonly until: number
  /** Milliseconds between two counts of a chart. */
  readonly step: number
}

export function periodUntil(name: PeriodName, until: number): Period {
  const { length, step } = SPANS[name]
  return { name, from: until - length, until, step }
}

/** How many counts a chart has. */
export const stepsIn = ({ from, until, step }: Period): number => Math.ceil((until - from) / step)

/** The step in which a time is. */
export const stepOf = (at: number, period: Period): number =>
  Math.min(stepsIn(period) - 1, Math.floor((at - period.from) / period.step))
