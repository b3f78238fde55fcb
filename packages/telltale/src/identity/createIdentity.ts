import type { Stoppable } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Tokens } from './authHeaders.ts'
import { askInTurn } from './askInTurn.ts'
import { createCredentials } from './credentials.ts'
import { createIdentityCache } from './identityCache.ts'
import { nextIdentity, type IdentityEvent } from './nextIdentity.ts'
import { whoAmI } from './whoAmI.ts'

export interface IdentityApi {
  /** Who is signed in. */
  readonly current: Readable<Identity>
  /**
   * Asks again, as after a sign-in or when impersonation begins or ends. Resolves when the answer is in force, or a later question
   * or a logout has taken its place.
   */
  refresh(): Promise<void>
  /** Forgets who is signed in, as at a logout. */
  reset(): void
}

/** What the rest of the layer may ask of identity. */
export interface IdentityPart extends IdentityApi, Stoppable {
  /** Whether a credential, of this page or of an earlier one, was made from the token that is in use. */
  isInUse(credential: string): boolean
}

export interface IdentitySource {
  /** Read at each call, since the promotion level may be set late; throws a sentence while it is not. */
  whoAmIUrl(): string
  appPlatform: string
  token(): string | undefined
  idToken?: (() => string | undefined) | undefined
}

/** What the specification's §8 wants in the console when who-am-i fails. */
const FAILURE = 'useHeaperIdentity() error'

export function createIdentity(
  platform: Pick<Platform, 'storage' | 'random' | 'log' | 'tabs' | 'clock'>,
  http: Http,
  source: IdentitySource,
): IdentityPart {
  const { storage, random, log } = platform
  const credentials = createCredentials(platform)
  const cache = createIdentityCache(storage, credentials)
  const newEpoch = () => random.uuid()
  const current = writable<Identity>({ status: 'resolving', epoch: newEpoch() })
  let asking = new AbortController()
  let tokenInUse: string | undefined

  function move(event: IdentityEvent) {
    const next = nextIdentity(current.get(), event, newEpoch())
    // What is confirmed is no news.
    if (!sameJson(next, current.get())) current.set(next)
  }

  function fail(reason: string) {
    log.error(`${FAILURE}: ${reason} (nobody is identified until it is asked again)`)
    move({ type: 'answered' })
  }

  return {
    current,
    async refresh() {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      const tokens = attempt(() => tokensOf(source))
      // What it has thrown may hold a token: it is not for the console.
      if (!tokens) return fail('auth.token or auth.idToken has thrown')
      const { token, idToken } = tokens
      tokenInUse = undefined
      if (isNoText(token) || isNoText(idToken)) {
        return fail(
          'auth.token and auth.idToken have to return texts: wait for a promised one, then call identity.refresh()',
        )
      }
      // Nobody is signed in: there is nothing to ask, and nothing wrong.
      if (!token) return move({ type: 'nobody' })
      tokenInUse = token
      const credential = credentials.of(token)
      // Another project may take the same person for somebody else.
      const url = attempt(source.whoAmIUrl, () => '')
      move({ type: 'asked', credential, cached: cache.get(token, { url, at: 0 }) })

      const ask = async () => {
        const at = platform.clock.now()
        const answer = await whoAmI(http, { source, tokens: { ...tokens, token }, signal })
        if (signal.aborted || answer.outcome === 'cancelled') return
        if (answer.outcome === 'known') {
          cache.set(token, answer.person, { url, at })
          return move({ type: 'answered', person: answer.person })
        }
        if (answer.isRefusal) cache.clear()
        fail(answer.reason)
      }

      const takeHeard = (at: number) => {
        const person = cache.get(token, { url, at })
        if (person) move({ type: 'answered', person })
        return person !== undefined
      }

      await askInTurn({ name: `who-am-i:${credential}:${url}`, ask, takeHeard }, platform, signal)
    },
    reset() {
      asking.abort()
      tokenInUse = undefined
      cache.clear()
      move({ type: 'reset' })
    },
    isInUse: (credential) => tokenInUse !== undefined && credentials.match(credential, tokenInUse),
    stop: () => asking.abort(),
  }
}

/** In JavaScript, a function that is asynchronous returns a promise. */
const isNoText = (token: unknown) => Boolean(token) && typeof token !== 'string'

/** An identity token is asked for only beside the token that it belongs to. */
function tokensOf({ token, idToken }: IdentitySource): Partial<Tokens> {
  const own = read(token)
  return own ? { token: own, idToken: idToken && read(idToken) } : {}
}

/** A promise is refused, but its rejection must not go unhandled: the browser would show its text, which may hold a token. */
function read(token: () => string | undefined): string | undefined {
  const value = token()
  void Promise.resolve(value).catch(() => {})
  return value
}
