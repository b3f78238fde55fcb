import { createStore, type Store } from '../store.ts'
import type { SampleUser } from './sampleUsers.ts'

export type SessionState =
  | { readonly status: 'signedIn'; readonly token: string }
  | { readonly status: 'signedOut' }
  /** Nobody has signed in yet, and there was nobody to start with. */
  | { readonly status: 'noUsers' }

/** Which token the desk uses. Outlives the visit. */
export interface Session extends Pick<Store<SessionState>, 'get' | 'subscribe'> {
  readonly token: string | undefined
  /** Counts the sign-ins of this visit: a desk belongs to one of them. */
  readonly sitting: number
  signIn(token: string): void
  signOut(): void
  /** Looks again for somebody to start with, if there was nobody. */
  retry(): Promise<void>
}

interface Needs {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  fetchUsers: () => Promise<readonly SampleUser[]>
}

const KEY = 'rental-desk.token'
/** Kept in place of a token, so that whoever signed out is not signed in again on the next visit. */
const SIGNED_OUT = 'signed out'

/** The session of the last visit, or the first sample user's on a first one: the demo starts without a sign-in form. */
export async function createSession({ storage, fetchUsers }: Needs): Promise<Session> {
  let sitting = 0
  const { get, set, subscribe } = createStore(stateOf(storage.getItem(KEY) ?? (await firstToken(fetchUsers))))
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
    signIn(token) {
      sitting += 1
      storage.setItem(KEY, token)
      set(stateOf(token))
    },
    signOut() {
      storage.setItem(KEY, SIGNED_OUT)
      set(stateOf(SIGNED_OUT))
    },
    async retry() {
      if (get().status === 'noUsers') set(stateOf(await firstToken(fetchUsers)))
    },
  }
}

function stateOf(kept: string | undefined): SessionState {
  if (kept === undefined) return { status: 'noUsers' }
  return kept === SIGNED_OUT ? { status: 'signedOut' } : { status: 'signedIn', token: kept }
}

async function firstToken(fetchUsers: Needs['fetchUsers']): Promise<string | undefined> {
  try {
    return (await fetchUsers())[0]?.token
  } catch {
    return undefined // the desk says that it does not know who is here
  }
}
