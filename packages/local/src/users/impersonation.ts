import { createHash } from 'node:crypto'
import type { LocalUser } from './usersFile.ts'

/** With more users than this, impersonation tokens are not looked up, because every pair of users would be tried. */
const MAX_PEOPLE = 300

/**
 * Creates the token of a user who impersonates another. It is derived from both users' tokens, so that it stays valid after a
 * restart without being stored. It has 36 characters, so it needs no identity token.
 */
export function impersonationToken(impersonator: LocalUser, customer: LocalUser): string {
  const hex = createHash('sha256').update(`${impersonator.token} as ${customer.token}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Finds the impersonated user of an impersonation token, with the impersonator. */
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

/** Finds the user with this unique identity or e-mail address who is not being impersonated. */
export function findUser(users: readonly LocalUser[], idOrEmail: string): LocalUser | undefined {
  const those = users.filter(({ identity }) =>
    [identity.unique_identity, identity['email_address']].includes(idOrEmail),
  )
  return those.find(({ identity }) => identity['mimic_user'] === undefined) ?? those[0]
}
