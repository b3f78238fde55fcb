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
  const warned: readonly LossFigure[] = [
    { name: 'lost', count: unexplained, tone: 'alarm' },
    { name: 'waiting', count: hasWaitedLong(waiting, now) ? waiting.count : 0, tone: 'warning' },
    { name: 'refused', count: Math.max(explained['refused'] ?? 0, waiting.refused), tone: 'warning' },
    { name: 'dropped', count: Math.max(told, waiting.dropped), tone: 'warning' },
    { name: 'waiting', count: hasWaitedLong(waiting, now) ? 0 : waiting.left, tone: 'calm' },
  ]
  const said = warned.filter(({ count }) => count > 0).slice(0, 2)
  return said.length > 0 || loss === undefined ? said : [{ name: 'lost', count: 0, tone: 'calm' }]
}
