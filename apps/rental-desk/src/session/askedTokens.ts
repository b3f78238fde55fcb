import type { AskedPerson } from './askedPerson.ts'
import type { SampleUser } from './sampleUsers.ts'

/** The token to use and, during an impersonation, the impersonator's own token. */
export interface Tokens {
  readonly token: string
  readonly own?: string
}

interface Needs {
  fetchUsers: () => Promise<readonly SampleUser[]>
  impersonate: (own: string, id: string) => Promise<string>
}

/** The tokens for the users in the URL; `undefined` if there is no such user or a request fails. */
export async function askedTokens({ as, by }: AskedPerson, needs: Needs): Promise<Tokens | undefined> {
  try {
    const users = await needs.fetchUsers()
    const tokenOf = (id: string) => users.find(({ identity }) => identity.unique_identity === id)?.token
    const own = tokenOf(by ?? as)
    if (own === undefined) return undefined
    return by === undefined ? { token: own } : { token: await needs.impersonate(own, as), own }
  } catch {
    return undefined // the desk opens as on any other visit
  }
}
