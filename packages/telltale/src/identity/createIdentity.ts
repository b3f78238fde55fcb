import type { Stoppable } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import { uuidV4 } from '../core/lib/uuid.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import { credentialOf } from './credentialOf.ts'
import { createIdentityCache } from './identityCache.ts'
import { nextIdentity, type IdentityEvent } from './nextIdentity.ts'
import { whoAmI } from './whoAmI.ts'

export interface IdentityApi {
  /** Who is signed in. */
  readonly current: Readable<Identity>
  /** Asks again, as after a sign-in or when impersonation begins or ends. Resolves when the answer is in force. */
  refresh(): Promise<void>
  /** Forgets who is signed in, as at a logout. */
  reset(): void
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
  platform: Pick<Platform, 'storage' | 'random' | 'log'>,
  http: Http,
  source: IdentitySource,
): IdentityApi & Stoppable {
  const { storage, random, log } = platform
  const cache = createIdentityCache(storage)
  const newEpoch = () => uuidV4(random.bytes(16))
  const current = writable<Identity>({ status: 'resolving', epoch: newEpoch() })
  let asking = new AbortController()

  function move(event: IdentityEvent) {
    const next = nextIdentity(current.get(), event, newEpoch())
    // What is confirmed is no news.
    if (!sameJson(next, current.get())) current.set(next)
  }

  return {
    current,
    async refresh() {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      const token = source.token()
      // Nobody is signed in: there is nothing to ask, and nothing wrong.
      if (!token) return move({ type: 'answered' })
      const tokens = { token, idToken: source.idToken?.() }
      const credential = credentialOf(token, platform)
      move({ type: 'asked', credential, cached: cache.get(credential) })

      const answer = await whoAmI(http, { source, tokens, signal })
      if (signal.aborted || answer.outcome === 'cancelled') return
      if (answer.outcome === 'known') {
        cache.set(credential, answer.person)
        return move({ type: 'answered', person: answer.person })
      }
      if (answer.isRefusal) cache.clear()
      log.error(`${FAILURE}: ${answer.reason} (nobody is identified until it is asked again)`)
      move({ type: 'answered' })
    },
    reset() {
      asking.abort()
      cache.clear()
      move({ type: 'reset' })
    },
    stop: () => asking.abort(),
  }
}
