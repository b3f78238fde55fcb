import type { Identity, Person, UnknownIdentity } from '../core/model/identity.ts'
import { describePerson } from './readPerson.ts'

export type IdentityStep =
  /** Who-am-i is asked with the token that this credential stands for; `cached` is the last answer for this token. */
  | { type: 'asked'; credential: string; cached?: Person | undefined }
  | { type: 'answered'; person: Person }
  /** Who-am-i has refused the token, or has not given a valid answer. */
  | { type: 'failed'; reason: UnknownIdentity['reason'] }
  /** There is no token, so no user is signed in. */
  | { type: 'nobody' }
  | { type: 'reset' }
  /** The application cannot say yet who is signed in. */
  | { type: 'held' }

type Asked = Extract<IdentityStep, { type: 'asked' }>

/** @param freshEpoch the name of a new epoch, if one begins */
export function nextIdentity(identity: Identity, event: IdentityStep, freshEpoch: string): Identity {
  switch (event.type) {
    case 'asked':
      return ask(identity, event, freshEpoch)
    case 'answered':
      return answer(identity, event.person, freshEpoch)
    case 'failed':
      return fail(identity, event.reason, freshEpoch)
    case 'nobody':
      return signedOut(identity.credential === undefined ? identity.epoch : freshEpoch)
    case 'reset':
      return signedOut(freshEpoch)
    case 'held':
      return { status: 'resolving', epoch: identity.credential === undefined ? identity.epoch : freshEpoch }
  }
}

/** Nothing that happens under a new token may be attributed to the owner of the previous token. */
function ask(identity: Identity, { credential, cached }: Asked, freshEpoch: string): Identity {
  if (identity.credential === credential) return identity
  const isFirstQuestion = identity.status === 'resolving' && identity.credential === undefined
  const epoch = isFirstQuestion ? identity.epoch : freshEpoch
  const resolving: Identity = { status: 'resolving', epoch, credential }
  return cached ? answer(resolving, cached, epoch) : resolving
}

function answer(identity: Identity, person: Person, freshEpoch: string): Identity {
  return { status: 'known', ...epochAfter(identity, person, freshEpoch), person, ...describePerson(person) }
}

const fail = (identity: Identity, reason: UnknownIdentity['reason'], freshEpoch: string): Identity => ({
  status: 'unknown',
  reason,
  ...epochAfter(identity, undefined, freshEpoch),
})

const signedOut = (epoch: string): Identity => ({ status: 'unknown', reason: 'signed-out', epoch })

function epochAfter(identity: Identity, person: Person | undefined, freshEpoch: string) {
  const { credential } = identity
  return {
    epoch: continuesEpoch(identity, person) ? identity.epoch : freshEpoch,
    ...(credential !== undefined && { credential }),
  }
}

/**
 * An answer that resolves or confirms the identity continues the epoch; another identity begins a new one. So does a failure: events
 * that were tracked before it wait for the owner of their token.
 */
function continuesEpoch(identity: Identity, person: Person | undefined): boolean {
  if (identity.status !== 'known') return (identity.status === 'resolving') === (person !== undefined)
  return person?.unique_identity === identity.person.unique_identity && person.mimic_user === identity.person.mimic_user
}
