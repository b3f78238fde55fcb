import { FLAG_PREFIX } from '../store/flagPrefix.ts'
import { shareFlags } from '../store/sharedFlags.ts'
import type { IncomingEvent } from '../store/store.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The event with its flags apart from its body, so that the store keeps them once: whoever reads an event gets it with all of its flags. An
 * event with few flags, and one whose flags cannot be told from its other properties, stays as it is.
 *
 * @param given - the body of the event
 */
export function shareAgain(event: IncomingEvent, given: Fields): IncomingEvent {
  const { properties, flags: details, ...rest } = given
  if (!isFields(properties) || (details !== undefined && !isFields(details))) return event
  const named = new Set(Object.entries(details ?? {}).map(([key, detail]) => nameOf(key, detail)))
  // Its name says so, although nothing says how it came to its value.
  const isFlag = ([name]: readonly [string, unknown]) => named.has(name) || name.startsWith(FLAG_PREFIX)
  const all = Object.entries(properties)
  const flags = shareFlags(Object.fromEntries(all.filter(isFlag)), details)
  if (!flags) return event
  const own = Object.fromEntries(all.filter((one) => !isFlag(one)))
  return { ...event, flags, body: JSON.stringify({ ...rest, properties: own }) }
}

const nameOf = (key: string, detail: unknown) =>
  isFields(detail) && typeof detail['property'] === 'string' ? detail['property'] : key
