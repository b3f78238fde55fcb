import { wrongClock } from '../protocol/wrongClock.ts'
import type { LifeReport } from './lifeReport.ts'

/**
 * The report of a page whose clock is wrong, with its times by the clock of the services. What an event has stays as it is.
 *
 * @param at - when it has arrived
 */
export function byOwnClock(report: LifeReport, at: number): LifeReport {
  const { clockAheadMs } = wrongClock(report.now === undefined ? 0 : report.now - at)
  if (clockAheadMs === undefined) return report
  const { steps, problems, deliveries } = report
  return {
    ...report,
    clockAheadMs,
    steps: steps.map((step) => ({ ...step, at: step.at - clockAheadMs })),
    ...(problems && { problems: problems.map((one) => withTimes(one, clockAheadMs)) }),
    ...(deliveries && { deliveries: deliveries.map((one) => withTimes(one, clockAheadMs)) }),
  }
}

const TIMES: ReadonlySet<string> = new Set([
  'at',
  'since',
  'endedAt',
  'sentAt',
  'answeredAt',
  'failingSinceAt',
  'nextAt',
])

/** The names of the fields are those of the protocol: the reader of a report has checked them. */
const withTimes = <One extends object>(one: One, clockAheadMs: number): One =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]: [string, unknown]) => [
      name,
      name === 'lastError' && typeof value === 'object' && value !== null
        ? withTimes(value, clockAheadMs)
        : TIMES.has(name) && typeof value === 'number'
          ? value - clockAheadMs
          : value,
    ]),
  ) as One
