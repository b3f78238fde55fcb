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
}

interface Needs {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetchUsers: () => Promise<readonly SampleUser[]>
  /** Those that the page was opened with, which go before the one of the last visit. */
  asked?: Tokens | undefined
}

const KEY = 'rental-desk.token'
const OWN_KEY = 'rental-desk.own-token'
/** Kept in place of a token, so that whoever signed out is not signed in again on the next visit. */
const SIGNED_OUT = 'signed out'

/** The session of the last visit, or the first sample user's on a first one: the demo starts without a sign-in form. */
export async function createSession({ storage, fetchUsers, asked }: Needs): Promise<Session> {
  let sitting = 0
  const keep = (token: string, own?: string) => {
    storage.setItem(KEY, token)
    if (own === undefined) storage.removeItem(OWN_KEY)
    else storage.setItem(OWN_KEY, own)
  }
  if (asked) keep(asked.token, asked.own)
  const first = async () => {
    const token = await firstToken(fetchUsers)
    // The next visit asks nobody, and so has something to show at once.
    if (token !== undefined) keep(token)
    return token
  }
  const kept = storage.getItem(KEY) ?? (await first())
  const { get, set, subscribe } = createStore(stateOf(kept, storage.getItem(OWN_KEY) ?? undefined))
  const sitDown = (token: string, own?: string) => {
    sitting += 1
    keep(token, own)
    set(stateOf(token, own))
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
    signIn: (token) => sitDown(token),
    viewAs(token) {
      const state = get()
      if (state.status === 'signedIn') sitDown(token, state.own ?? state.token)
    },
    leave() {
      const state = get()
      if (state.status === 'signedIn' && state.own !== undefined) sitDown(state.own)
    },
    signOut() {
      keep(SIGNED_OUT)
      set(stateOf(SIGNED_OUT))
    },
    async retry() {
      if (get().status === 'noUsers') set(stateOf(await first()))
    },
  }
}

function stateOf(kept: string | undefined, own?: string): SessionState {
  if (kept === undefined) return { status: 'noUsers' }
  if (kept === SIGNED_OUT) return { status: 'signedOut' }
  return { status: 'signedIn', token: kept, ...(own !== undefined && { own }) }
}

async function firstToken(fetchUsers: Needs['fetchUsers']): Promise<string | undefined> {
  try {
    return (await fetchUsers())[0]?.token
  } catch {
    return undefined // the desk says that it does not know who is here
  }
}
