import { writeJson } from '../core/lib/json.ts'
import type { IdentitySource, PersonInput, Session } from './identitySource.ts'
import { personOf } from './readPerson.ts'

/**
 * The user whom the application itself knows.
 *
 * @param person the function of the settings, if there is one
 * @param report called with a sentence that can be logged, when fields of the person cannot be read
 */
export function personSource(
  person: (() => PersonInput) | undefined,
  report: (message: string) => void,
): IdentitySource {
  let session = () => sessionOf(person ?? (() => undefined))

  /** Reads the answer into a copy: the application may change its object later. */
  function sessionOf(answerOf: () => unknown): Session {
    try {
      const answer = answerOf()
      if (answer === undefined) return { status: 'waiting' }
      if (answer === null) return { status: 'nobody' }
      const known = personOf(answer, report)
      // It stands for the owner of events: an impersonated person is another one than the person.
      if (known)
        return { status: 'signed-in', token: writeJson([known.unique_identity, known.mimic_user]), person: known }
      void Promise.resolve(answer).catch(() => {}) // avoids an unhandled rejection
      return { status: 'failed', reason: 'a person needs a unique_identity: a text, or a safe integer (T58)' }
    } catch {
      return { status: 'failed', reason: 'identity.person has thrown (T57)' }
    }
  }

  return {
    read: () => session(),
    setPerson(given) {
      const known = sessionOf(() => given)
      session = () => known
    },
    reset() {
      // A session of the application ends there. It is read again at the next refresh.
      if (!person) session = () => ({ status: 'nobody' })
    },
    scope: '',
  }
}
