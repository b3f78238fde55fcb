import type { AskedPerson } from './askedPerson.ts'
import type { SampleUser } from './sampleUsers.ts'

/** The token to go on with, and the one to go back to while somebody is viewed. */
export interface Tokens {
  readonly token: string
  readonly own?: string
}

interface Needs {
  fetchUsers: () => Promise<readonly SampleUser[]>
  impersonate: (own: string, id: string) => Promise<string>
}

/** The tokens of whomever the page was asked to be; none when there is nobody like that. */
export async function askedTokens({ as, by }: AskedPerson, needs: Needs): Promise<Tokens | undefined> {
  try {
    const users = await needs.fetchUsers()
    const tokenOf = (id: string) => users.find(({ identity }) => identity.unique_identity === id)?.token
    const own = by === undefined ? undefined : tokenOf(by)
    if (own !== undefined) return { token: await needs.impersonate(own, as), own }
    const token = tokenOf(as)
    return token === undefined ? undefined : { token }
  } catch {
    return undefined // the desk opens as on any other visit
  }
}
