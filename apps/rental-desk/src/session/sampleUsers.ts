import { services } from '../services.ts'

/** A sample user of the local services, with a token for signing in without a password. */
export interface SampleUser {
  readonly token: string
  readonly identity: {
    readonly unique_identity: string
    readonly user_name: string
    readonly company_name: string
    readonly company_id?: string
    readonly email_address?: string
    readonly mimic_user?: string
  }
}

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT_MS = 4000

/** Fetches the users of the local services. Rejects if the request fails. */
export async function fetchSampleUsers(): Promise<readonly SampleUser[]> {
  const response = await fetch(`${services}/local/users`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The sample users could not be had: status ${response.status}.`)
  return response.json()
}

/** The users that can sign in, without those that are impersonated. */
export const signingIn = (users: readonly SampleUser[]) =>
  users.filter(({ identity }) => identity.mimic_user === undefined)
