import type { StoredEvent } from '../../../src/collector/eventStore.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'

export interface FlagProperty {
  readonly name: string
  readonly value: unknown
}

/** What the list shows of an event. */
export interface EventLine {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly who: { readonly name: string; readonly id: string | undefined; readonly impersonator: string | undefined }
  /** The flags that were in force when it happened. */
  readonly flags: readonly FlagProperty[]
  /** The other properties. */
  readonly properties: readonly FlagProperty[]
  /** Milliseconds between its happening and its arrival, when that is worth a remark. */
  readonly lateMs: number | undefined
}

const FLAG_PREFIX = 'LDFF: '
/** Delivery waits a moment to gather; what takes longer was kept back: the page was closed, or the network was away. */
const LATE_MS = 10_000

export function eventLine({ event, receivedAt }: StoredEvent, users: readonly LocalUser[]): EventLine {
  const properties = Object.entries(event.properties).map(([name, value]) => ({ name, value }))
  const { id, impersonator } = event.identity
  const user = users.find(({ identity }) => identity.unique_identity === id)
  const name = user?.identity['user_name'] ?? id ?? 'Nobody known'
  return {
    id: event.id,
    name: event.name,
    at: event.at,
    who: { name: String(name), id, impersonator },
    flags: properties
      .filter((property) => property.name.startsWith(FLAG_PREFIX))
      .map((property) => ({ ...property, name: property.name.slice(FLAG_PREFIX.length) })),
    properties: properties.filter((property) => !property.name.startsWith(FLAG_PREFIX)),
    lateMs: receivedAt - event.at > LATE_MS ? receivedAt - event.at : undefined,
  }
}

/** Whether a line has all the words that were typed, in whatever is shown of it. */
export function matches(line: EventLine, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const flags = line.flags.map(({ name, value }) => `${name}=${asText(value)}`)
  const { name, id = '', impersonator = '' } = line.who
  const text = [line.name, name, id, impersonator, ...flags].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** For a line among others: what is inside an object is seen when the line is opened. */
export function inShort(value: unknown): string {
  if (typeof value !== 'object' || value === null) return asText(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

/** `3 s`, `4 min`, `2 h`, `5 d`: one unit is enough to see what happened. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / 86_400_000)} d`
}
