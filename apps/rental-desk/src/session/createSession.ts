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
  /** Goes on as another tab does, or as was kept last; false when that is no change. */
  follow(tokens?: Tokens): boolean
}

interface Needs {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetchUsers: () => Promise<readonly SampleUser[]>
  /** Those that the page was opened with, which go before the one of the last visit. */
  asked?: Tokens | undefined
  /** Tells the other tabs what was kept. */
  tellOthers?: (tokens: Tokens) => void
}

const KEY = 'rental-desk.token'
const OWN_KEY = 'rental-desk.own-token'
/** Kept in place of a token, so that whoever signed out is not signed in again on the next visit. */
const SIGNED_OUT = 'signed out'

/** The session of the last visit, or the first sample user's on a first one: the demo starts without a sign-in form. */
export async function createSession({ storage, fetchUsers, asked, tellOthers }: Needs): Promise<Session> {
  let sitting = 0
  const store = ({ token, own }: Tokens) => {
    storage.setItem(KEY, token)
    if (own === undefined) storage.removeItem(OWN_KEY)
    else storage.setItem(OWN_KEY, own)
  }
  const stored = (): Tokens | undefined => {
    const token = storage.getItem(KEY)
    const own = storage.getItem(OWN_KEY)
    return token === null ? undefined : { token, ...(own !== null && { own }) }
  }
  const keep = (tokens: Tokens) => {
    store(tokens)
    tellOthers?.(tokens)
  }
  if (asked) keep(asked)
  const first = async () => {
    const token = await firstToken(fetchUsers)
    if (token === undefined) return undefined
    // The next visit asks nobody, and so has something to show at once.
    keep({ token })
    return { token }
  }
  const { get, set, subscribe } = createStore(stateOf(stored() ?? (await first())))
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
      keep({ token: SIGNED_OUT })
      set({ status: 'signedOut' })
    },
    async retry() {
      if (get().status === 'noUsers') set(stateOf(await first()))
    },
    follow(tokens = stored()) {
      const state = stateOf(tokens)
      if (tokens === undefined || isSame(state, get())) return false
      sitting += 1
      store(tokens)
      set(state)
      return true
    },
  }
}

function stateOf(kept: Tokens | undefined): SessionState {
  if (kept === undefined) return { status: 'noUsers' }
  if (kept.token === SIGNED_OUT) return { status: 'signedOut' }
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
