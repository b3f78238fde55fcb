import { isNumber, isPage } from '../loss/ranges.ts'
import type { SharedFlags } from '../store/sharedFlags.ts'
import type { IncomingEvent } from '../store/store.ts'
import type { CollectedEvent } from './collectedEvent.ts'
import { visitorOf } from '../store/visitorOf.ts'
import { isKey } from './eventProblem.ts'
import { isRecord } from './parseJson.ts'

/** What a store keeps of an event that has no problem, and of the flags that are not in it. */
export function incomingEvent(given: CollectedEvent, flags?: SharedFlags): IncomingEvent {
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
    body: JSON.stringify(event),
    ...(flags && { flags }),
  }
}
