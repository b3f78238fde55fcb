import type { ConsoleConnections } from '../../../src/protocol/consoleConnections.ts'
import type { EventLife } from '../../../src/protocol/eventLife.ts'
import { placeOf } from '../deliveries/knownDeliveries.ts'

/** The page of an event, as it has reported itself. */
export type EventPage = Pick<EventLife, 'tab' | 'app' | 'page'>

/**
 * Until when an event can wait in a page: for as long as its own is heard, or another one of its application, which delivers what the first
 * has left. A page of which nothing is known has ended.
 */
export function pageEnds({ tabs, gone }: Pick<ConsoleConnections, 'tabs' | 'gone'>): (page: EventPage) => number {
  const heard = new Set(tabs.filter(({ isQuiet }) => !isQuiet).map(({ app, page }) => placeOf(app, page)))
  const ends = new Map([...gone, ...tabs].map(({ tab, lastSeenAt }) => [tab, lastSeenAt]))
  return ({ tab = '', app, page }) => (heard.has(placeOf(app, page)) ? Infinity : (ends.get(tab) ?? 0))
}
