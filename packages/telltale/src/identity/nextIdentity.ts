import type { Identity, Person } from '../core/model/identity.ts'
import { describePerson } from './describePerson.ts'

export type IdentityEvent =
  /** Who-am-i is asked with the token that this credential stands for; `cached` is what it answered last time. */
  | { type: 'asked'; credential: string; cached?: Person | undefined }
  /** The answer to who is here; no person when it could not be found out. */
  | { type: 'answered'; person?: Person | undefined }
  /** There is no token: nobody is signed in. */
  | { type: 'nobody' }
  | { type: 'reset' }
  /** It is not known yet where to ask, and there is no token; or, with `isReset`, the user was forgotten. */
  | { type: 'held'; isReset?: boolean }

type Asked = Extract<IdentityEvent, { type: 'asked' }>

/** @param freshEpoch what a new epoch is called, should one begin */
export function nextIdentity(identity: Identity, event: IdentityEvent, freshEpoch: string): Identity {
  switch (event.type) {
    case 'asked':
      return ask(identity, event, freshEpoch)
    case 'answered':
      return answer(identity, event.person, freshEpoch)
    case 'nobody':
      return { status: 'unknown', epoch: identity.credential === undefined ? identity.epoch : freshEpoch }
    case 'reset':
      return { status: 'unknown', epoch: freshEpoch }
    case 'held':
      return {
        status: 'resolving',
        epoch: event.isReset || identity.credential !== undefined ? freshEpoch : identity.epoch,
      }
  }
}

/** Nothing that happens under another token may go under the name of whoever the token before belonged to. */
function ask(identity: Identity, { credential, cached }: Asked, freshEpoch: string): Identity {
  // What was remembered may be found later than the token: while it was not known where to ask.
  if (identity.credential === credential)
    return identity.status === 'resolving' && cached ? answer(identity, cached, freshEpoch) : identity
  const isFirstQuestion = identity.status === 'resolving' && identity.credential === undefined
  const epoch = isFirstQuestion ? identity.epoch : freshEpoch
  const resolving: Identity = { status: 'resolving', epoch, credential }
  return cached ? answer(resolving, cached, epoch) : resolving
}

function answer(identity: Identity, person: Person | undefined, freshEpoch: string): Identity {
  const { credential } = identity
  const epoch = {
    epoch: goesOn(identity, person) ? identity.epoch : freshEpoch,
    ...(credential !== undefined && { credential }),
  }
  return person ? { status: 'known', ...epoch, person, ...describePerson(person) } : { status: 'unknown', ...epoch }
}

/** An answer that finds out, or confirms, who is here goes on with the epoch; anybody else begins another. */
function goesOn(identity: Identity, person: Person | undefined): boolean {
  if (identity.status === 'resolving') return true
  if (identity.status === 'unknown') return !person
  return person?.unique_identity === identity.person.unique_identity && person.mimic_user === identity.person.mimic_user
}
