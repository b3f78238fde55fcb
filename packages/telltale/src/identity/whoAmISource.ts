import { isThenable } from '../core/lib/thenable.ts'
import type { IdentitySource, Session, TokenInput } from './identitySource.ts'
import { needsIdToken, whoAmI, type WhoAmINeeds } from './whoAmI.ts'

interface Options {
  /** The address of who-am-i. */
  url: string
  /** The platform of the application, for the header of the same name. */
  appPlatform: string
  token(): TokenInput | PromiseLike<TokenInput>
  idToken?: (() => TokenInput | PromiseLike<TokenInput>) | undefined
}

/** Why there is no token. The message of the exception may contain one. */
const FAILED = { status: 'failed', reason: 'auth.token or auth.idToken has failed (T54)' } as const

/** The user whose token the application gives, and whom who-am-i knows. */
export function whoAmISource({ url, appPlatform, token, idToken }: Options, needs: WhoAmINeeds): IdentitySource {
  function sessionOf(own: unknown, ownIdToken: unknown): Session {
    if (!own) return { status: own === undefined ? 'waiting' : 'nobody' }
    if (typeof own !== 'string' || (ownIdToken && typeof ownIdToken !== 'string'))
      return { status: 'failed', reason: 'auth.token and auth.idToken must return texts (T55)' }
    if (idToken && ownIdToken === undefined && needsIdToken(own)) return { status: 'waiting' }
    return { status: 'signed-in', token: own, idToken: ownIdToken as TokenInput }
  }

  async function later(given: unknown, givenIdToken: () => unknown): Promise<Session> {
    try {
      const own = await given
      return sessionOf(own, own ? await givenIdToken() : null)
    } catch {
      return { ...FAILED, isTemporary: true }
    }
  }

  return {
    scope: url,
    ask: (tokens, signal) => whoAmI({ url, appPlatform, tokens, signal }, needs),
    read() {
      try {
        const own: unknown = token()
        if (isThenable(own)) return later(own, () => idToken?.())
        // The identity token is read only if there is a token that it belongs to.
        const ownIdToken: unknown = own ? idToken?.() : null
        return isThenable(ownIdToken) ? later(own, () => ownIdToken) : sessionOf(own, ownIdToken)
      } catch {
        return FAILED
      }
    },
  }
}
