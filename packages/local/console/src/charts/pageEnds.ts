import type { ConsoleConnections } from '../../../src/protocol/consoleConnections.ts'

/** Until when a page was heard, by its id. A page of which nothing is known has ended. */
export function pageEnds({
  tabs,
  gone,
}: Pick<ConsoleConnections, 'tabs' | 'gone'>): (tab: string | undefined) => number {
  const ends = new Map([
    ...gone.map(({ tab, lastSeenAt }) => [tab, lastSeenAt] as const),
    ...tabs.map(({ tab, isQuiet, lastSeenAt }) => [tab, isQuiet ? lastSeenAt : Infinity] as const),
  ])
  return (tab) => ends.get(tab ?? '') ?? 0
}
