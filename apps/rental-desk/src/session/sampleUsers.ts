import { services } from '../services.ts'

/** Somebody one can sign in as: a convenience of the local services. */
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

/** How long to wait for them, in milliseconds. */
const TIMEOUT_MS = 4000

/** The users of the local services; rejects when they cannot be had. */
export async function fetchSampleUsers(): Promise<readonly SampleUser[]> {
  const response = await fetch(`${services}/local/users`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The sample users could not be had: status ${response.status}.`)
  return response.json()
}

/** Those who sign in themselves, nobody who is impersonated. */
export const signingIn = (users: readonly SampleUser[]) =>
  users.filter(({ identity }) => identity.mimic_user === undefined)
