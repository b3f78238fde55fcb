import type { NoUser } from '../../../src/protocol/eventLife.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { eventOf, happenedAt, type EventRow } from '../feed/eventRows.ts'
import { asText } from '../format/asText.ts'
import { eventFlags, FLAG_PREFIX, type EventFlag } from './eventFlags.ts'
import { lifeLine, type LifeLine } from './lifeLine.ts'
import { noUserText } from '../people/nameOf.ts'
import { plainFlag } from './plainFlag.ts'

export interface Property {
  readonly name: string
  readonly value: unknown
}

/** What the list shows of an event. */
export interface EventLine {
  readonly id: string
  readonly name: string
  /** When it happened, by a clock that is right. */
  readonly at: number
  /** The same by the clock of the page, if that is wrong. */
  readonly wrongAt: number | undefined
  readonly who: {
    readonly name: string
    readonly id: string | undefined
    readonly impersonator: string | undefined
    /** The impersonator's name if they can sign in, otherwise the id. */
    readonly looker: string | undefined
  }
  /** The tab that tracked it, if the tab reported it. */
  readonly tab: string | undefined
  /** The name of the application that tracked it. Empty if it is unknown. */
  readonly app: string
  /** The address of the page that tracked it. */
  readonly page: string | undefined
  /** Whether its flags and properties are known here: it is complete, or the collector has it. */
  readonly isWhole: boolean
  /** The flags that were in force when it was tracked, by their names in the event. */
  readonly flags: readonly Property[]
  /** The flags by their keys, with those that have no name of their own in the event. */
  readonly flagsByKey: readonly EventFlag[]
  /** The other properties. */
  readonly properties: readonly Property[]
  readonly life: LifeLine
  /** Milliseconds between the call of `track` and the arrival, if the delay is unusual. */
  readonly lateMs: number | undefined
  /** How often it arrived again. */
  readonly copies: number
  /** The searchable text, in lower case. */
  readonly text: string
  /** The flags with their values, as `plainFlag` writes them. */
  readonly flagText: string
}

/** Delivery waits briefly to batch events. A longer delay means that the page was closed or offline. */
const LATE_MS = 10_000

export function eventLine(row: EventRow, users: readonly LocalUser[], flagKeys: readonly string[] = []): EventLine {
  const { stored, life } = row
  const event = eventOf(row)
  const properties = Object.entries(event?.properties ?? {}).map(([name, value]) => ({ name, value }))
  const flags = properties
    .filter(({ name }) => name.startsWith(FLAG_PREFIX))
    .map((property) => ({ ...property, name: property.name.slice(FLAG_PREFIX.length) }))
  const own = properties.filter(({ name }) => !name.startsWith(FLAG_PREFIX))
  const name = event?.name ?? life?.name ?? 'Event of an earlier page'
  const who = whoOf(row, users)
  const at = happenedAt(row)
  return {
    id: row.id,
    name,
    at,
    wrongAt: event === undefined || event.at === at ? undefined : event.at,
    who,
    tab: life?.tab,
    app: stored?.app.name ?? life?.app ?? '',
    page: event?.url ?? life?.page,
    isWhole: event !== undefined,
    flags,
    flagsByKey: event === undefined ? [] : eventFlags(event, flagKeys),
    properties: own,
    life: lifeLine(row),
    lateMs: stored && stored.receivedAt - at > LATE_MS ? stored.receivedAt - at : undefined,
    copies: life?.copies ?? 0,
    text: [
      name,
      who.name,
      who.id,
      who.impersonator,
      who.looker,
      ...own.map((property) => `${property.name}=${asText(property.value)}`),
      row.id,
    ]
      .join('\n')
      .toLowerCase(),
    flagText: flags.map((flag) => plainFlag(`${flag.name}=${asText(flag.value)}`)).join('\n'),
  }
}

function whoOf(row: EventRow, users: readonly LocalUser[]): EventLine['who'] {
  const { life } = row
  const event = eventOf(row)
  // An event without a stored identity has no user, even if a user has signed in on the page since.
  const id = event?.identity.id ?? (event === undefined ? life?.identity : undefined)
  const user = users.find(({ identity }) => identity.unique_identity === id)
  const isUndecided =
    event === undefined && !(life?.steps ?? []).some(({ step }) => step !== 'happened' && step !== 'pending')
  const name = String(user?.identity['user_name'] ?? id ?? noUserText(noUserOf(life?.noUser, isUndecided)))
  const impersonator = event?.identity.impersonator
  const looker = impersonator === undefined ? undefined : lookerName(impersonator, users)
  return { name, id, impersonator, looker }
}

/** A complete event without a user has none for good, whatever its page finds out about the next ones. */
function noUserOf(noUser: NoUser | undefined, isUndecided: boolean): NoUser | undefined {
  if (isUndecided) return noUser ?? 'resolving'
  return noUser === 'resolving' ? undefined : noUser
}

/** The impersonator's name if they can sign in, otherwise the id. */
function lookerName(impersonator: string, users: readonly LocalUser[]): string {
  const user = users.find(({ identity }) =>
    [identity['email_address'], identity.unique_identity, identity['user_name']].includes(impersonator),
  )
  return String(user?.identity['user_name'] ?? impersonator)
}

/** Lines by row, updated only for changed rows: there are ten thousand, and a few change at a time. */
export function eventLines(
  users: readonly LocalUser[],
  flagKeys: readonly string[] = [],
): (row: EventRow) => EventLine {
  const known = new WeakMap<EventRow, EventLine>()
  return (row) => {
    const line = known.get(row) ?? eventLine(row, users, flagKeys)
    known.set(row, line)
    return line
  }
}
