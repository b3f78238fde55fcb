import { createHash } from 'node:crypto'
import type { LocalUser } from './usersFile.ts'

/** Of more people than this, nobody is looked for as somebody else: it is all pairs of them. */
const MAX_PEOPLE = 300

/**
 * A token of somebody who looks at the application as somebody else. It is made of both their tokens, so that it holds over a
 * restart of the process and nothing has to be kept; 36 characters, as those that need no identity token beside them.
 */
export function impersonationToken(impersonator: LocalUser, customer: LocalUser): string {
  const hex = createHash('sha256').update(`${impersonator.token} as ${customer.token}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Who is signed in with this token as somebody else, if it is such a token. */
export function impersonated(users: readonly LocalUser[], token: string): LocalUser | undefined {
  if (users.length > MAX_PEOPLE) return undefined
  for (const impersonator of users)
    for (const customer of users)
      if (impersonator !== customer && impersonationToken(impersonator, customer) === token)
        return asSeenBy(impersonator, customer, token)
  return undefined
}

function asSeenBy(impersonator: LocalUser, customer: LocalUser, token: string): LocalUser {
  const by = impersonator.identity['email_address'] ?? impersonator.identity.unique_identity
  const level = customer.level ?? impersonator.level
  return { token, ...(level !== undefined && { level }), identity: { ...customer.identity, mimic_user: by } }
}

/** The one with this unique identity or e-mail address who is not impersonated by anybody, if there is one. */
export function personOf(users: readonly LocalUser[], idOrEmail: string): LocalUser | undefined {
  const those = users.filter(({ identity }) =>
    [identity.unique_identity, identity['email_address']].includes(idOrEmail),
  )
  return those.find(({ identity }) => identity['mimic_user'] === undefined) ?? those[0]
}
