import type { Stoppable, TokenOwners } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import { sameJson } from '../core/lib/json.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { childController } from '../core/lib/time.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { Identity, Person } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createCredentials, createTokenOwners, createIdentityCache } from './credentials.ts'
import type { IdentitySource } from './identitySource.ts'
import { nextIdentity, type IdentityStep } from './nextIdentity.ts'
import { type Tokens, whoAmI } from './whoAmI.ts'

/** Who is signed in. */
export interface IdentityApi {
  /** The identity of the current user. */
  readonly current: Readable<Identity>
  /**
   * Asks again, as after a sign-in or when impersonation begins or ends: who-am-i, or `identity.person` of the settings. Resolves
   * when the answer is in force, or a later question or a logout has taken its place.
   */
  refresh(): Promise<void>
  /** Forgets who is signed in, as at a logout. */
  reset(): void
}

/** The identity as the other parts of the layer use it. */
export interface IdentityPart extends IdentityApi, Stoppable {
  /**
   * The identity that who-am-i has confirmed on this page: resolving while `current` shows an answer that is only remembered.
   * Events and vendors use this one.
   */
  readonly confirmed: Readable<Identity>
  readonly owners: TokenOwners
}

/** The console message that the specification's §8 requires when who-am-i fails. */
const FAILURE = 'useHeaperIdentity() error'
/** How long who-am-i may take before that is reported, in milliseconds. The request goes on. */
const SLOW_MS = 10_000
const SLOW = 'Telltale (identity): who-am-i has not answered for 10 s: events wait (T141)'

export function createIdentity(
  platform: Pick<Platform, 'storage' | 'random' | 'log' | 'clock'>,
  http: Http,
  source: IdentitySource,
): IdentityPart {
  const { storage, random, log, clock } = platform
  const credentials = createCredentials(platform)
  const cache = createIdentityCache(storage, credentials)
  const owners = createTokenOwners(credentials.match)
  const resolving: Identity = { status: 'resolving', epoch: random.uuid() }
  const current = writable<Identity>(resolving)
  const confirmed = writable<Identity>(resolving)
  const lifetime = new AbortController()
  /** Questions that are not answered yet, by token: the latest one, and earlier ones with other tokens. */
  const pending = new Map<string, AbortController>()
  let latest: AbortController | undefined
  /** The wait for a user, while the application cannot say who is signed in. */
  let waiting: AbortController | undefined
  /** Whether `confirmed` is `current`. It is not while `current` is only the answer that an earlier page got. */
  let isConfirmed = false

  function move(event: IdentityStep) {
    const before = current.get()
    const next = nextIdentity(before, event, random.uuid())
    if (event.type !== 'asked') isConfirmed = true
    else if (next !== before) isConfirmed = false
    // Listeners are not called when nothing has changed.
    if (!sameJson(next, before)) current.set(next)
    const { epoch, credential } = current.get()
    const known: Identity = isConfirmed
      ? current.get()
      : { status: 'resolving', epoch, ...(credential !== undefined && { credential }) }
    if (!sameJson(known, confirmed.get())) confirmed.set(known)
  }

  function fail(message: string, isRefusal = false) {
    log.error(`${FAILURE} (the user is unknown): ${message}`)
    move({ type: 'failed', reason: isRefusal ? 'refused' : 'failed' })
  }

  async function refresh(): Promise<void> {
    if (lifetime.signal.aborted) return
    // A question with another token goes on: events that were tracked under that token wait for its answer.
    latest = undefined
    waiting?.abort()
    const session = source.read()
    owners.use('token' in session ? session.token : undefined)
    switch (session.status) {
      case 'waiting':
        return awaitUser()
      case 'failed':
        return fail(session.reason)
      case 'nobody':
        // A sign-out may load the page again and call nothing.
        cache.clear()
        return move({ type: 'nobody' })
      case 'signed-in': {
        const own = childController(lifetime.signal)
        latest = own
        return ask(session, own)
      }
    }
  }

  /** While the application cannot say who is signed in, the identity is resolving: nothing is requested, and events wait. */
  async function awaitUser() {
    const own = childController(lifetime.signal)
    waiting = own
    move({ type: 'held' })
    await source.untilReady?.(own.signal)
    if (!own.signal.aborted) return refresh()
  }

  async function ask({ person: known, ...tokens }: Tokens & { person?: Person }, own: AbortController) {
    const { token } = tokens
    const { signal } = own
    const { url, appPlatform } = source
    const credential = credentials.of(token)
    pending.get(token)?.abort()
    pending.set(token, own)

    const take = (person: Person) => {
      owners.set(token, ownerIn(person))
      if (latest === own) move({ type: 'answered', person })
    }

    // Another project may know the same person under another identity.
    if (latest === own) move({ type: 'asked', credential, cached: known ?? cache.get(token, url) })
    if (known) return take(known)

    const stopWatch = clock.after(SLOW_MS, () => log.error(SLOW))
    const answer = await whoAmI(http, { url, appPlatform, tokens, signal })
    stopWatch()
    if (pending.get(token) === own) pending.delete(token)
    if (signal.aborted) return
    if (answer.outcome === 'known') {
      if (latest === own) cache.set(token, answer.person, url)
      return take(answer.person)
    }
    if (answer.isRefusal) owners.set(token, {})
    if (latest !== own) return
    if (answer.isRefusal) cache.clear()
    fail(answer.reason, answer.isRefusal)
  }

  function reset() {
    latest = undefined
    owners.use(undefined)
    cache.clear()
    waiting?.abort()
    source.reset?.()
    move({ type: 'reset' })
  }

  return {
    current,
    confirmed,
    owners,
    refresh,
    reset,
    stop: () => lifetime.abort(),
  }
}

const ownerIn = ({ unique_identity: id, mimic_user: impersonator }: Person): EventIdentity => ({
  id,
  ...(impersonator && { impersonator }),
})
