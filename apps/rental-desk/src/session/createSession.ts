import { isObject, readStored } from '../readStored.ts'
import { createStore, type Store } from '../store.ts'
import type { Tokens } from './askedTokens.ts'
import type { SampleUser } from './sampleUsers.ts'

export type SessionState =
  /** `own` is the impersonator's own token during an impersonation. */
  | { readonly status: 'signedIn'; readonly token: string; readonly own?: string }
  | { readonly status: 'signedOut' }
  /** No session is stored, and no sample user is available. */
  | { readonly status: 'noUsers' }

/** The token that the desk uses. It is stored and restored on the next visit. */
export interface Session extends Pick<Store<SessionState>, 'get' | 'subscribe'> {
  readonly token: string | null
  /** Counts how often the user has changed on this page. The desk is remounted for each change. */
  readonly sitting: number
  signIn(token: string): void
  /** Impersonates the customer of this token until `leave` is called. */
  viewAs(token: string): void
  /** Ends the impersonation. Does nothing if there is no impersonation. */
  leave(): void
  signOut(): void
  /** Tries again to sign in the first sample user if the status is `noUsers`. */
  retry(): Promise<void>
  /** Takes over the session that another tab has stored. Returns whether this session has changed. */
  follow(): boolean
}

interface Needs {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  fetchUsers: () => Promise<readonly SampleUser[]>
  /** The tokens that the page was opened with. They replace the session of the last visit. */
  asked?: Tokens | undefined
}

/** `null` is stored after a sign-out, so that the next visit does not sign in the first sample user. */
type Kept = Tokens | null

const KEY = 'rental-desk.session'

/** Restores the session of the last visit. A first visit signs in the first sample user, so that the demo needs no sign-in form. */
export async function createSession({ storage, fetchUsers, asked }: Needs): Promise<Session> {
  let sitting = 0
  const keep = (kept: Kept) => storage.setItem(KEY, JSON.stringify(kept))
  // Without a session, the desk starts as on a first visit.
  const kept = () => readStored(storage, KEY, isKept)
  if (asked) keep(asked)
  const first = async () => {
    const token = await firstToken(fetchUsers)
    if (token === undefined) return undefined
    // Stored, so that the next visit starts at once, without fetching the sample users.
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
      return state.status === 'signedIn' ? state.token : null
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

const isKept = (value: unknown): value is Kept =>
  value === null ||
  (isObject(value) && typeof value['token'] === 'string' && ['string', 'undefined'].includes(typeof value['own']))

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
    return undefined // the desk shows that the user could not be identified
  }
}
