import { isNumber, isPage } from '../loss/ranges.ts'
import type { SharedFlags } from '../store/sharedFlags.ts'
import type { IncomingEvent } from '../store/store.ts'
import type { CollectedEvent } from './collectedEvent.ts'
import { visitorOf } from '../store/visitorOf.ts'
import { isKey } from './eventProblem.ts'
import { isRecord } from './parseJson.ts'
import type { SharedMoment } from './withShared.ts'

/** What an event has in common with others. */
interface InCommon {
  /** The flags that are not in it. */
  readonly flags?: SharedFlags | undefined
  /** The moment that is in it. */
  readonly moment?: SharedMoment | undefined
}

/** What a store keeps of an event that has no problem. */
export function incomingEvent(given: CollectedEvent, { flags, moment }: InCommon = {}): IncomingEvent {
  const lower = given.id.toLowerCase()
  const event = given.id === lower ? given : { ...given, id: lower }
  const { id, name, at, page, n, identity } = event
  const { id: person, impersonator, accounts = {} } = identity
  const visitor = visitorOf(event)
  const session =
    isRecord(event.moment) && isRecord(event.moment['session']) ? event.moment['session']['id'] : undefined
  return {
    id,
    name,
    happenedAt: at,
    // Without a place among the numbers of its page, an event is stored all the same.
    ...(isPage(page) && isNumber(n) && n > 0 && { page, n }),
    ...(person !== undefined && { person }),
    ...(impersonator !== undefined && { impersonator }),
    ...(isKey(visitor) && { visitor }),
    accounts: Object.entries(accounts).map(([kind, { key }]) => [kind, key]),
    ...(isKey(session) && { session }),
    // Flags come last, wherever they are added.
    body: moment && event.flags === undefined ? bodyWith(event, moment) : JSON.stringify(event),
    ...(flags && { flags }),
  }
}

/**
 * Not the text that was sent: an object of JSON may have a field twice, and whoever reads it takes the first or the last. A deletion must find
 * the person that a reader sees.
 */
const bodyWith = (event: CollectedEvent, { text }: SharedMoment) =>
  `${JSON.stringify({ ...event, page: undefined, moment: undefined }).slice(0, -1)}${text}}`
