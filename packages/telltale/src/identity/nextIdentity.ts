import type { Identity, Person, UnknownIdentity } from '../core/model/identity.ts'
import { describePerson } from './readPerson.ts'

export type IdentityStep =
  /** Who-am-i is asked with the token of this digest; `cached` is the last answer for this token. */
  | { type: 'asked'; tokenDigest: string; cached?: Person | undefined }
  | { type: 'answered'; person: Person }
  /** Who-am-i has refused the token, or has not given a valid answer. */
  | { type: 'failed'; reason: UnknownIdentity['reason'] }
  /** There is no token, so no user is signed in. */
  | { type: 'nobody' }
  | { type: 'reset' }
  /** The application cannot say yet who is signed in. */
  | { type: 'pending' }

/** @param freshEpoch the name of a new epoch, if one begins */
export function nextIdentity(identity: Identity, step: IdentityStep, freshEpoch: string): Identity {
  const { status, epoch, tokenDigest } = identity
  const ownDigest = tokenDigest !== undefined && { tokenDigest }
  /** Without a token, the epoch goes on until there is one. */
  const epochWithoutToken = tokenDigest === undefined ? epoch : freshEpoch
  switch (step.type) {
    case 'asked': {
      // Nothing that happens under a new token may be attributed to the owner of the previous token.
      if (tokenDigest === step.tokenDigest) return identity
      const resolving: Identity = {
        status: 'resolving',
        epoch: status === 'resolving' ? epochWithoutToken : freshEpoch,
        tokenDigest: step.tokenDigest,
      }
      return step.cached ? nextIdentity(resolving, { type: 'answered', person: step.cached }, '') : resolving
    }
    case 'answered': {
      // An answer that resolves or confirms the identity continues the epoch; another identity begins a new one.
      const { person } = step
      const isSame = status === 'known' ? isSamePerson(person, identity.person) : status === 'resolving'
      return {
        status: 'known',
        epoch: isSame ? epoch : freshEpoch,
        ...ownDigest,
        person,
        ...describePerson(person),
      }
    }
    case 'failed':
      // Events that were tracked before it wait for the owner of their token.
      return {
        status: 'unknown',
        reason: step.reason,
        epoch: status === 'unknown' ? epoch : freshEpoch,
        ...ownDigest,
      }
    case 'nobody':
    case 'reset':
      return {
        status: 'unknown',
        reason: 'signed-out',
        epoch: step.type === 'reset' ? freshEpoch : epochWithoutToken,
      }
    case 'pending':
      return { status: 'resolving', epoch: epochWithoutToken }
  }
}

const isSamePerson = (one: Person, other: Person) =>
  one.unique_identity === other.unique_identity && one.mimic_user === other.mimic_user
