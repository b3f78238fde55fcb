import { isSameIdentity, ownerIn } from '../core/model/event.ts'
import type {
  Identity,
  PersonWithAccounts,
  RegisteredAccounts,
  RegisteredPerson,
  UnknownIdentity,
} from '../core/model/identity.ts'
import { describePerson } from './readPerson.ts'

export type IdentityStep =
  /** Who-am-i is asked with the token of this digest; the person is that of the last answer for this token. */
  | ({ type: 'asked'; tokenDigest: string } & (PersonWithAccounts | { person?: undefined }))
  | AnsweredStep
  /** Who-am-i has refused the token, or has not given a valid answer. */
  | { type: 'failed'; reason: UnknownIdentity['reason'] }
  /** There is no token, or who-am-i has answered that it is nobody's: no user is signed in. */
  | { type: 'nobody'; isAnswer?: true }
  | { type: 'reset' }
  /** The application cannot say yet who is signed in. */
  | { type: 'pending' }

/** Who-am-i, or the application, has named the person. */
export type AnsweredStep = { type: 'answered' } & PersonWithAccounts

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
      return step.person ? nextIdentity(resolving, { ...step, type: 'answered' }, '') : resolving
    }
    case 'answered': {
      // An answer that resolves or confirms the identity continues the epoch; another identity begins a new one.
      const { person, accounts } = step
      const isSame = status === 'known' ? isSameIdentity(ownerIn(step), ownerIn(identity)) : status === 'resolving'
      return {
        status: 'known',
        epoch: isSame ? epoch : freshEpoch,
        ...ownDigest,
        person: person as RegisteredPerson,
        ...(accounts && { accounts: accounts as RegisteredAccounts }),
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
