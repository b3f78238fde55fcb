import { happenedAt, type EventRow } from '../feed/eventRows.ts'
import type { EventState } from '../../../../../docs/src/data/eventWords.ts'
import type { EventPage } from './pageEnds.ts'
import { noCounts, type BarState } from '../live/eventBars.ts'
import { lifeLine, stateOf } from '../live/lifeLine.ts'
import type { Stretch } from './stretch.ts'

/** What the events of one step of time tell. */
export interface EventPoint {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Events per second by what has become of them, at the time at which they happened. */
  readonly rates: Readonly<Record<BarState, number>>
  /** Attempts per second that were needed because the one before had failed. */
  readonly again: number
  /** Events per second that were refused or dropped. */
  readonly refused: number
  readonly dropped: number
  /** How many events waited for each destination at the end of the step. */
  readonly waiting: Readonly<Record<string, number>>
}

/** What an event contributes. */
interface EventFacts {
  readonly at: number
  readonly state: EventState
  /** The page that has reported it, and when it did so last. */
  readonly page: EventPage
  readonly reportedAt: number
  readonly again: readonly number[]
  readonly refused: readonly number[]
  readonly dropped: readonly number[]
  readonly waits: readonly { readonly name: string; readonly from: number; readonly to: number }[]
}

/** The place of events that no destination has been sent yet. */
const NOT_SENT = 'not sent yet'

/**
 * One point for each step. Each event is counted once, however many destinations it has.
 *
 * @param endOf - until when an event of a page can wait in a page
 */
export function eventPoints(
  facts: readonly EventFacts[],
  { until, seconds, step }: Stretch,
  endOf: (page: EventPage) => number = () => Infinity,
): readonly EventPoint[] {
  const length = step * 1000
  // Steps begin at whole multiples, so that a point does not move as time passes.
  const first = (Math.floor(until / length) - Math.ceil(seconds / step) + 1) * length
  const points = Array.from({ length: Math.ceil(seconds / step) }, (_, index) => ({
    at: first + index * length,
    rates: noCounts(),
    again: 0,
    refused: 0,
    dropped: 0,
    waiting: {} as Record<string, number>,
  }))
  const pointAt = (at: number) => points[Math.floor((at - first) / length)]
  for (const one of facts) {
    const own = pointAt(one.at)
    if (own && one.state !== 'lost') own.rates[one.state] += 1 / step
    for (const at of one.again) addTo(pointAt(at), 'again', step)
    for (const at of one.refused) addTo(pointAt(at), 'refused', step)
    for (const at of one.dropped) addTo(pointAt(at), 'dropped', step)
    const end = Math.max(endOf(one.page), one.reportedAt)
    for (const { name, from, to: taken } of one.waits) {
      const to = Math.min(taken, end)
      for (let index = Math.max(0, Math.floor((from - first) / length)); index < points.length; index++) {
        const point = points[index]
        // The last step has not ended yet.
        if (point === undefined || to <= Math.min(point.at + length - 1, until)) break
        point.waiting[name] = (point.waiting[name] ?? 0) + 1
      }
    }
  }
  return points
}

type Errors = Record<'again' | 'refused' | 'dropped', number>

function addTo(point: Errors | undefined, name: keyof Errors, step: number): void {
  if (point) point[name] += 1 / step
}

/** The destinations for which events waited, in the order of their names. */
export function waitedFor(points: readonly EventPoint[]): readonly string[] {
  return [...new Set(points.flatMap(({ waiting }) => Object.keys(waiting)))].sort((a, b) => a.localeCompare(b))
}

export function eventFacts(row: EventRow): EventFacts {
  const { stage, destinations, common } = lifeLine(row)
  const steps = row.life?.steps ?? []
  const attempts = (name: string) => steps.filter((one) => one.step === 'sent' && one.destination === name)
  const state = stateOf(stage)
  // One that has not been sent to a destination yet waits for it since it was complete.
  const ready = common.at(-1)?.at ?? 0
  const waits = destinations.map(({ name, sentAt = ready, acknowledgedAt, droppedAt }) => ({
    name,
    from: sentAt,
    to: acknowledgedAt ?? droppedAt ?? Infinity,
  }))
  const given = steps.filter(({ step }) => step === 'dropped')
  const isUnsent = destinations.length === 0 && state === 'waiting'
  return {
    at: happenedAt(row),
    page: row.life ?? {},
    reportedAt: steps.at(-1)?.at ?? 0,
    state,
    again: destinations.flatMap(({ name }) =>
      attempts(name)
        .slice(1)
        .map(({ at }) => at),
    ),
    refused: given.filter(({ reason }) => reason === 'refused').map(({ at }) => at),
    dropped: given.filter(({ reason }) => reason !== 'refused').map(({ at }) => at),
    waits: isUnsent ? [{ name: NOT_SENT, from: common[0]?.at ?? 0, to: Infinity }] : waits,
  }
}
