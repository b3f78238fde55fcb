import type { LocalUser } from '../../../src/users/usersFile.ts'
import { happenedAt, type EventRow } from '../feed/eventRows.ts'
import { asText } from '../format/asText.ts'
import { lifeLine, type LifeLine } from './lifeLine.ts'

export interface Property {
  readonly name: string
  readonly value: unknown
}

/** What the list shows of an event. */
export interface EventLine {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly who: {
    readonly name: string
    readonly id: string | undefined
    readonly impersonator: string | undefined
    /** The impersonator by name, where it is somebody who can sign in. */
    readonly looker: string | undefined
  }
  /** The page it happened on, when that page told of it. */
  readonly tab: string | undefined
  /** The flags that were in force when it happened. */
  readonly flags: readonly Property[]
  /** The other properties. */
  readonly properties: readonly Property[]
  readonly life: LifeLine
  /** Milliseconds between its happening and its arrival, when that is worth a remark. */
  readonly lateMs: number | undefined
  /** How often it came again. */
  readonly copies: number
  /** All that is searched, in lower case. */
  readonly text: string
}

const FLAG_PREFIX = 'LDFF: '
/** Delivery waits a moment to gather; what takes longer was kept back: the page was closed, or the network was away. */
const LATE_MS = 10_000

export function eventLine(row: EventRow, users: readonly LocalUser[]): EventLine {
  const { stored, life } = row
  const properties = Object.entries(stored?.event.properties ?? {}).map(([name, value]) => ({ name, value }))
  const flags = properties
    .filter(({ name }) => name.startsWith(FLAG_PREFIX))
    .map((property) => ({ ...property, name: property.name.slice(FLAG_PREFIX.length) }))
  const name = stored?.event.name ?? life?.name ?? 'name not told'
  const who = whoOf(row, users)
  return {
    id: row.id,
    name,
    at: happenedAt(row),
    who,
    tab: life?.tab,
    flags,
    properties: properties.filter((property) => !property.name.startsWith(FLAG_PREFIX)),
    life: lifeLine(row),
    lateMs: stored && stored.receivedAt - stored.event.at > LATE_MS ? stored.receivedAt - stored.event.at : undefined,
    copies: life?.copies ?? 0,
    text: [
      name,
      who.name,
      who.id,
      who.impersonator,
      who.looker,
      ...flags.map((flag) => `${flag.name}=${asText(flag.value)}`),
      ...properties.map((property) => `${property.name}=${asText(property.value)}`),
      row.id,
    ]
      .join('\n')
      .toLowerCase(),
  }
}

function whoOf({ stored, life }: EventRow, users: readonly LocalUser[]): EventLine['who'] {
  // Until its identity is known an event is nobody's, whoever the page says is signed in by now.
  const id = stored?.event.identity.id ?? (stored === undefined ? life?.identity : undefined)
  const user = users.find(({ identity }) => identity.unique_identity === id)
  const name = String(user?.identity['user_name'] ?? id ?? 'Nobody known')
  const impersonator = stored?.event.identity.impersonator
  const looker = impersonator === undefined ? undefined : lookerName(impersonator, users)
  return { name, id, impersonator, looker }
}

/** Whoever looks on, by name where it is somebody who can sign in. */
function lookerName(impersonator: string, users: readonly LocalUser[]): string {
  const user = users.find(({ identity }) =>
    [identity['email_address'], identity.unique_identity, identity['user_name']].includes(impersonator),
  )
  return String(user?.identity['user_name'] ?? impersonator)
}

/** Lines by row, remade only for rows that changed: ten thousand are there, and a few change at a time. */
export function eventLines(users: readonly LocalUser[]): (row: EventRow) => EventLine {
  const known = new WeakMap<EventRow, EventLine>()
  return (row) => {
    const line = known.get(row) ?? eventLine(row, users)
    known.set(row, line)
    return line
  }
}
