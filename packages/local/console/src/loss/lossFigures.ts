import type { Loss } from '@telltale/collector'
import { lossRows } from './lossRows.ts'
import type { WaitingEvents } from './waitingEvents.ts'

/** A number of events in the head. */
export interface LossFigure {
  readonly name: 'lost' | 'waiting' | 'refused' | 'dropped'
  readonly count: number
  readonly tone: 'calm' | 'warning' | 'alarm'
}

/** Milliseconds. Delivery waits for a moment to batch events. */
const LONG_MS = 5000

/** Whether events have waited for longer than delivery takes. */
export const hasWaitedLong = ({ since = Infinity }: WaitingEvents, now: number) => now - since > LONG_MS

/** What the head says. It says `0 lost` only if nothing else has to be said. */
export function lossFigures(loss: Loss | undefined, waiting: WaitingEvents, now: number): readonly LossFigure[] {
  const { unexplained = 0, explained = {} } = loss ?? {}
  const dropped = loss === undefined ? [] : lossRows(loss).filter(({ kind }) => kind === 'dropped')
  const told = dropped.reduce((sum, { count }) => sum + count, 0)
  const isLong = hasWaitedLong(waiting, now)
  const waits: LossFigure = {
    name: 'waiting',
    count: (isLong ? waiting.count : 0) + waiting.left,
    // A page that has closed leaves its events to the next one as a matter of course.
    tone: isLong || waiting.stopped.events > 0 ? 'warning' : 'calm',
  }
  const warned: readonly LossFigure[] = [
    { name: 'lost', count: unexplained, tone: 'alarm' },
    ...(waits.tone === 'warning' ? [waits] : []),
    { name: 'refused', count: Math.max(explained['refused'] ?? 0, waiting.refused), tone: 'warning' },
    { name: 'dropped', count: Math.max(told, waiting.dropped), tone: 'warning' },
    ...(waits.tone === 'calm' ? [waits] : []),
  ]
  const said = warned.filter(({ count }) => count > 0).slice(0, 2)
  return said.length > 0 || loss === undefined ? said : [{ name: 'lost', count: 0, tone: 'calm' }]
}
