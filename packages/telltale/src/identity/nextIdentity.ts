import type { Identity, Person } from '../core/model/identity.ts'
import { describePerson } from './describePerson.ts'

export type IdentityEvent =
  /** Another token is in use: who it belongs to is to be found out. */
  | { type: 'credential-changed' }
  /** The answer to who is here; no person when it could not be found out. */
  | { type: 'answered'; person?: Person | undefined }
  | { type: 'reset' }

/** @param freshEpoch what a new epoch is called, should one begin */
export function nextIdentity(identity: Identity, event: IdentityEvent, freshEpoch: string): Identity {
  switch (event.type) {
    case 'credential-changed':
      return { status: 'resolving', epoch: freshEpoch }
    case 'reset':
      return { status: 'unknown', epoch: freshEpoch }
    case 'answered': {
      const { person } = event
      const epoch = goesOn(identity, person) ? identity.epoch : freshEpoch
      return person ? { status: 'known', epoch, person, ...describePerson(person) } : { status: 'unknown', epoch }
    }
  }
}

/** An answer that finds out, or confirms, who is here goes on with the epoch; anybody else begins another. */
function goesOn(identity: Identity, person: Person | undefined): boolean {
  if (identity.status === 'resolving') return true
  if (identity.status === 'unknown') return !person
  return person?.unique_identity === identity.person.unique_identity && person.mimic_user === identity.person.mimic_user
}
