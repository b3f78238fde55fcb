import type { EventIdentity } from './event.ts'
import type { Identity } from './identity.ts'

/** The identity that an event carries: undefined while who-am-i has not answered, empty for an anonymous user. */
export function eventIdentity(identity: Identity): EventIdentity | undefined {
  if (identity.status === 'resolving') return undefined
  if (identity.status === 'unknown') return {}
  const { person, impersonator } = identity
  return { id: person.unique_identity, ...(impersonator && { impersonator }) }
}

/** Whether both are the same person and, if there is one, the same impersonator. */
export const isSameIdentity = (one: EventIdentity, other: EventIdentity): boolean =>
  one.id === other.id && one.impersonator === other.impersonator
