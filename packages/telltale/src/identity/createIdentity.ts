import type { Host, Stoppable } from '../core/host.ts'
import { digest } from '../core/lib/digest.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import { uuidV4 } from '../core/lib/uuid.ts'
import type { Identity } from '../core/model/identity.ts'
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
  { transport, random, log }: Pick<Host['platform'], 'transport' | 'random' | 'log'>,
  source: IdentitySource,
): IdentityApi & Stoppable {
  const newEpoch = () => uuidV4(random.bytes(16))
  const current = writable<Identity>({ status: 'resolving', epoch: newEpoch() })
  let asking = new AbortController()

  const move = (event: IdentityEvent) => current.set(nextIdentity(current.get(), event, newEpoch()))

  return {
    current,
    async refresh() {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      const tokens = { token: source.token() ?? '', idToken: source.idToken?.() }
      move({ type: 'asked', credential: digest(tokens.token) })

      const answer = await whoAmI(transport, { source, tokens, signal })
      if (signal.aborted || answer.outcome === 'cancelled') return
      if (answer.outcome === 'failed') log.error(`${FAILURE}: ${answer.reason}`)
      move({ type: 'answered', person: answer.outcome === 'known' ? answer.person : undefined })
    },
    reset() {
      asking.abort()
      move({ type: 'reset' })
    },
    stop: () => asking.abort(),
  }
}
