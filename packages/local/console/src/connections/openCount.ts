import { pollingCount, type ConsoleConnections } from '../../../src/protocol/consoleConnections.ts'

/** The number of open connections of all kinds, for the badge of the view. */
export function openCount({ totals, polls }: Pick<ConsoleConnections, 'totals' | 'polls'>, now: number): number {
  return totals.tabs + totals.streams + pollingCount(polls, now)
}
