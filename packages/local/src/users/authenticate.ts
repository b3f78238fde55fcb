import { impersonated } from './impersonation.ts'
import type { LocalUser } from './usersFile.ts'

export type Authenticated =
  | { readonly outcome: 'known'; readonly user: LocalUser }
  | { readonly outcome: 'refused'; readonly message: string }

/** The length of a session token. Other tokens need an identity token as well. */
const SESSION_TOKEN_LENGTH = 36

/** Finds the user of a token as the reporting API does, at any level if `level` is `undefined`. */
export function authenticate(
  users: readonly LocalUser[],
  level: string | undefined,
  headers: { readonly authorization: string | undefined; readonly idToken: string | undefined },
): Authenticated {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return refused('There is no bearer token in the Authorization header.')
  if (token.length !== SESSION_TOKEN_LENGTH && !headers.idToken)
    return refused(`A token that is not ${SESSION_TOKEN_LENGTH} characters long needs an IdToken header.`)
  const user = users.find((one) => one.token === token) ?? impersonated(users, token)
  if (user === undefined) return refused('The token is unknown.')
  if (user.level !== undefined && level !== undefined && user.level !== level)
    return refused(`The token is not valid for ${level}.`)
  return { outcome: 'known', user }
}

function refused(message: string): Authenticated {
  return { outcome: 'refused', message }
}
