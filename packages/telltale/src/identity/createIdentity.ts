import type { Stoppable, TokenOwners } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { childController } from '../core/lib/childController.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { Identity, Person } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Tokens } from './authHeaders.ts'
import { askInTurn } from './askInTurn.ts'
import { createCredentials } from './credentials.ts'
import { createIdentityCache } from './identityCache.ts'
import { nextIdentity, type IdentityEvent } from './nextIdentity.ts'
import { createTokenOwners } from './tokenOwners.ts'
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
  /**
   * Who is signed in, as who-am-i has answered on this page: resolving where `current` shows an answer that is only
   * remembered. Events and vendors go by this.
   */
  readonly confirmed: Readable<Identity>
  readonly owners: TokenOwners
}

export interface IdentitySource {
  /** The address of who-am-i; `undefined` while the promotion level is not set. */
  whoAmIUrl(): string | undefined
  /** Resolves when that address is known, or when the signal aborts. */
  untilReady(signal: AbortSignal): Promise<void>
  appPlatform: string
  token(): string | undefined
  idToken?: (() => string | undefined) | undefined
  /** Who a token belongs to, where that is known without who-am-i, as in the test kit. */
  personOf?: ((token: string) => Person | undefined) | undefined
}

/** The console message that the specification's §8 requires when who-am-i fails. */
const FAILURE = 'useHeaperIdentity() error'

export function createIdentity(
  platform: Pick<Platform, 'storage' | 'random' | 'log' | 'tabs' | 'clock'>,
  http: Http,
  source: IdentitySource,
): IdentityPart {
  const { storage, random, log } = platform
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
  /** Whether `current` is the answer that an earlier page got. */
  let isRemembered = false

  function move(event: IdentityEvent) {
    const before = current.get()
    const next = nextIdentity(before, event, random.uuid())
    if (event.type !== 'asked') isRemembered = false
    else if (next !== before) isRemembered = next.status === 'known'
    // Listeners are not called when nothing has changed.
    if (!sameJson(next, before)) current.set(next)
    const { status, epoch, credential } = current.get()
    const known: Identity =
      isRemembered && status === 'known'
        ? { status: 'resolving', epoch, ...(credential !== undefined && { credential }) }
        : current.get()
    if (!sameJson(known, confirmed.get())) confirmed.set(known)
  }

  function fail(reason: string) {
    log.error(`${FAILURE}: ${reason} (nobody is identified until it is asked again)`)
    move({ type: 'answered' })
  }

  async function refresh(): Promise<void> {
    if (lifetime.signal.aborted) return
    // A question with another token goes on: events that were tracked under that token wait for its answer.
    latest = undefined
    const tokens = attempt(() => tokensOf(source))
    if (source.whoAmIUrl() === undefined) return hold(areTexts(tokens) ? tokens : {})
    // The message of the exception may contain a token.
    if (!tokens) return fail('auth.token or auth.idToken has thrown')
    owners.use(isNoText(tokens.token) ? undefined : tokens.token)
    if (!areTexts(tokens)) {
      return fail(
        'auth.token and auth.idToken have to return texts: wait for a promised one, then call identity.refresh()',
      )
    }
    // Without a token there is no user to ask for.
    if (!tokens.token) return move({ type: 'nobody' })
    const own = childController(lifetime.signal)
    latest = own
    return ask({ ...tokens, token: tokens.token }, own)
  }

  /** Until it is known where to ask, the identity is resolving: then nothing is requested and events wait. */
  async function hold({ token, idToken }: Partial<Tokens>) {
    const own = childController(lifetime.signal)
    latest = own
    owners.use(token)
    move(token ? { type: 'asked', credential: credentials.of(token) } : { type: 'held' })
    await source.untilReady(own.signal)
    if (own.signal.aborted) return
    if (latest === own) return refresh()
    // Events that were tracked under this token still need their owner.
    if (token) return ask({ token, idToken }, own)
  }

  async function ask(tokens: Tokens, own: AbortController) {
    const { token } = tokens
    const { signal } = own
    const { appPlatform } = source
    const url = source.whoAmIUrl() ?? ''
    const credential = credentials.of(token)
    pending.get(token)?.abort()
    pending.set(token, own)

    const take = (person: Person) => {
      owners.set(token, ownerIn(person))
      if (latest === own) move({ type: 'answered', person })
    }

    // Another project may know the same person under another identity.
    const known = source.personOf?.(token)
    if (latest === own) move({ type: 'asked', credential, cached: known ?? cache.get(token, { url, at: 0 }) })
    if (known) return take(known)

    const request = async () => {
      const at = platform.clock.now()
      const answer = await whoAmI(http, { url, appPlatform, tokens, signal })
      if (signal.aborted || answer.outcome === 'cancelled') return
      if (answer.outcome === 'known') {
        if (latest === own) cache.set(token, answer.person, { url, at })
        return take(answer.person)
      }
      if (answer.isRefusal) owners.set(token, {})
      if (latest !== own) return
      if (answer.isRefusal) cache.clear()
      fail(answer.reason)
    }

    const takeHeard = (at: number) => {
      const heard = cache.get(token, { url, at })
      if (heard) take(heard)
      return heard !== undefined
    }

    await askInTurn({ name: `who-am-i:${credential}:${url}`, ask: request, takeHeard }, platform, signal)
    if (pending.get(token) === own) pending.delete(token)
  }

  async function reset() {
    const own = childController(lifetime.signal)
    latest = own
    owners.use(undefined)
    cache.clear()
    if (source.whoAmIUrl() !== undefined) return move({ type: 'reset' })
    move({ type: 'held', isReset: true })
    await source.untilReady(own.signal)
    if (latest === own && !own.signal.aborted) move({ type: 'nobody' })
  }

  return {
    current,
    confirmed,
    owners,
    refresh,
    reset: () => void reset(),
    stop: () => lifetime.abort(),
  }
}

const areTexts = (tokens: Partial<Tokens> | undefined): tokens is Partial<Tokens> =>
  tokens !== undefined && !isNoText(tokens.token) && !isNoText(tokens.idToken)

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

const ownerIn = ({ unique_identity: id, mimic_user: impersonator }: Person): EventIdentity => ({
  id,
  ...(impersonator && { impersonator }),
})
