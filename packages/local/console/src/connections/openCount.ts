import type { ConsoleConnections } from '../../../src/console/consoleConnections.ts'

/** The number of open connections of all kinds, for the badge of the view. */
export function openCount({ tabs, streams, polls }: ConsoleConnections['totals']): number {
  return tabs + streams + polls
}
