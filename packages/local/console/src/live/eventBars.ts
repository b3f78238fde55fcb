import { clockToSecond } from '../format/time.ts'
import { countText } from '../format/countText.ts'
import { remembered } from '../format/remembered.ts'
import type { EventLine } from './eventLine.ts'
import { stateOf } from './lifeLine.ts'
import { EVENT_STATES, type EventState } from '../../../../../docs/src/data/eventWords.ts'

export type BarState = Exclude<EventState, 'lost'>
/** What has become of an event, as far as it is known. Of those that are lost, only the number is. */
export const BAR_STATES: readonly BarState[] = EVENT_STATES.filter((state) => state !== 'lost')

export const noCounts = () => Object.fromEntries(BAR_STATES.map((state) => [state, 0])) as Record<BarState, number>

/** A span of time: from its first millisecond up to the one after its last. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** The events of one span of time. */
export interface EventBar extends TimeSpan {
  readonly counts: Readonly<Record<BarState, number>>
  readonly total: number
}

export interface EventBars {
  /** The oldest first. */
  readonly bars: readonly EventBar[]
  /** Milliseconds of one bar. */
  readonly step: number
  /** How far back the bars go, in words. */
  readonly says: string
}

const BARS = 60
/** Milliseconds of a bar. The first step with which there is anything to see is taken. */
const STEPS = [
  { step: 1000, says: '1 min ago', each: 'per second' },
  { step: 10_000, says: '10 min ago', each: 'per 10 s' },
  { step: 60_000, says: '1 h ago', each: 'per minute' },
  { step: 1_440_000, says: '24 h ago', each: 'per 24 min' },
] as const

type BarLine = Pick<EventLine, 'at' | 'life'>

/**
 * Counts events by the time at which they happened. `undefined` if none happened in the last day.
 *
 * @param parts - the events in parts, which are counted anew only when they are others
 */
export function eventBars(parts: readonly (readonly BarLine[])[], now: number): EventBars | undefined {
  // A clock that is ahead must not widen the span for all the others.
  const newest = newestBefore(parts, now)
  for (const { step, says } of STEPS) {
    // Bars begin at whole multiples, so that they do not change as time passes.
    const to = (Math.floor(now / step) + 1) * step
    const from = to - BARS * step
    if (newest >= from) return { bars: barsOf(parts, { from, to }, step), step, says }
  }
  return undefined
}

function newestBefore(parts: readonly (readonly BarLine[])[], now: number): number {
  for (const part of parts) {
    const line = part.find(({ at }) => at < now)
    if (line !== undefined) return line.at
  }
  return -Infinity
}

const SECOND_MS = 1000
/** How many events of a part happened in each second, by what has become of them. */
const secondsOf = remembered((part: readonly BarLine[]) => {
  const seconds = new Map<number, Record<BarState, number>>()
  for (const { at, life } of part) {
    const state = stateOf(life.stage)
    if (state === 'lost') continue
    const second = Math.floor(at / SECOND_MS) * SECOND_MS
    const counts = seconds.get(second) ?? noCounts()
    counts[state] += 1
    seconds.set(second, counts)
  }
  return seconds
})

/** Each step is whole seconds. */
function barsOf(parts: readonly (readonly BarLine[])[], { from, to }: TimeSpan, step: number): readonly EventBar[] {
  const counts = Array.from({ length: BARS }, noCounts)
  for (const part of parts) {
    const newest = part[0]
    // The newest line is the first one.
    if (newest !== undefined && newest.at < from) break
    for (const [second, own] of secondsOf(part)) {
      const bar = second >= from && second < to ? counts[Math.floor((second - from) / step)] : undefined
      if (bar !== undefined) for (const state of BAR_STATES) bar[state] += own[state]
    }
  }
  return counts.map((own, index) => ({
    from: from + index * step,
    to: from + (index + 1) * step,
    counts: own,
    total: BAR_STATES.reduce((sum, state) => sum + own[state], 0),
  }))
}

/** What each bar counts: `per second`. */
export function eachText({ step }: Pick<EventBars, 'step'>): string {
  return STEPS.find((one) => one.step === step)?.each ?? ''
}

/** `10:35:24`, and for more than a second `10:35:20 – 10:35:30`. */
export function spanText({ from, to }: TimeSpan): string {
  return to - from <= 1000 ? clockToSecond(from) : `${clockToSecond(from)} – ${clockToSecond(to)}`
}

/** A bar in words: `10:35:24: 3 arrived, 1 waiting`. */
export function barText(bar: EventBar): string {
  const states = BAR_STATES.filter((state) => bar.counts[state] > 0)
  const counts = states.map((state) => `${bar.counts[state].toLocaleString('en')} ${state}`)
  return `${spanText(bar)}: ${counts.length > 0 ? counts.join(', ') : countText(0, 'event')}`
}
