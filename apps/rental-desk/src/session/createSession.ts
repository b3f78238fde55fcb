import { createStore, type Store } from '../store.ts'
import type { Tokens } from './askedTokens.ts'
import type { SampleUser } from './sampleUsers.ts'

export type SessionState =
  /** `own` is the token to go back to, while the desk is seen as a customer. */
  | { readonly status: 'signedIn'; readonly token: string; readonly own?: string }
  | { readonly status: 'signedOut' }
  /** Nobody has signed in yet, and there was nobody to start with. */
  | { readonly status: 'noUsers' }

/** Which token the desk uses. Outlives the visit. */
export interface Session extends Pick<Store<SessionState>, 'get' | 'subscribe'> {
  readonly token: string | undefined
  /** Counts the sign-ins of this visit: a desk belongs to one of them. */
  readonly sitting: number
  signIn(token: string): void
  /** Sees the desk as the customer whom this token stands for, until `leave`. */
  viewAs(token: string): void
  /** Back to oneself; nothing when nobody is viewed. */
  leave(): void
  signOut(): void
  /** Looks again for somebody to start with, if there was nobody. */
  retry(): Promise<void>
  /** Takes over the session that another tab has stored. Returns whether that has changed this one. */
  follow(): boolean
}

interface Needs {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  fetchUsers: () => Promise<readonly SampleUser[]>
  /** Those that the page was opened with, which go before the one of the last visit. */
  asked?: Tokens | undefined
}

/** `null` is kept after a sign-out, so that the next visit does not sign in the first sample user. */
type Kept = Tokens | null

const KEY = 'rental-desk.session'

/** The session of the last visit, or the first sample user's on a first one: the demo starts without a sign-in form. */
export async function createSession({ storage, fetchUsers, asked }: Needs): Promise<Session> {
  let sitting = 0
  const keep = (kept: Kept) => storage.setItem(KEY, JSON.stringify(kept))
  const kept = (): Kept | undefined => {
    const item = storage.getItem(KEY)
    return item === null ? undefined : (JSON.parse(item) as Kept)
  }
  if (asked) keep(asked)
  const first = async () => {
    const token = await firstToken(fetchUsers)
    if (token === undefined) return undefined
    // The next visit asks nobody, and so has something to show at once.
    keep({ token })
    return { token }
  }
  const before = kept()
  const { get, set, subscribe } = createStore(stateOf(before === undefined ? await first() : before))
  const sitDown = (tokens: Tokens) => {
    sitting += 1
    keep(tokens)
    set(stateOf(tokens))
  }
  return {
    get,
    subscribe,
    get token() {
      const state = get()
      return state.status === 'signedIn' ? state.token : undefined
    },
    get sitting() {
      return sitting
    },
    signIn: (token) => sitDown({ token }),
    viewAs(token) {
      const state = get()
      if (state.status === 'signedIn') sitDown({ token, own: state.own ?? state.token })
    },
    leave() {
      const state = get()
      if (state.status === 'signedIn' && state.own !== undefined) sitDown({ token: state.own })
    },
    signOut() {
      keep(null)
      set(stateOf(null))
    },
    async retry() {
      if (get().status === 'noUsers') set(stateOf(await first()))
    },
    follow() {
      const state = stateOf(kept())
      if (state.status === 'noUsers' || isSame(state, get())) return false
      sitting += 1
      set(state)
      return true
    },
  }
}

function stateOf(kept: Kept | undefined): SessionState {
  if (kept === undefined) return { status: 'noUsers' }
  if (kept === null) return { status: 'signedOut' }
  return { status: 'signedIn', ...kept }
}

function isSame(one: SessionState, other: SessionState): boolean {
  if (one.status !== 'signedIn' || other.status !== 'signedIn') return one.status === other.status
  return one.token === other.token && one.own === other.own
}

async function firstToken(fetchUsers: Needs['fetchUsers']): Promise<string | undefined> {
  try {
    return (await fetchUsers())[0]?.token
  } catch {
    return undefined // the desk says that it does not know who is here
  }
}
