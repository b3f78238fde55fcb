/** A token of this length is the product's own; any other is an Auth0 JWT. The specification's §5. */
const OWN_TOKEN_LENGTH = 36

export interface Tokens {
  token: string
  idToken?: string | undefined
}

/** The three headers of who-am-i. Throws when a JWT comes without the identity token that belongs to it. */
export function authHeaders({ token, idToken }: Tokens, appPlatform: string): Readonly<Record<string, string>> {
  if (token.length !== OWN_TOKEN_LENGTH && !idToken) throw new Error('Auth0 JWT detected without an idToken')
  return {
    Authorization: `Bearer ${token}`,
    ...(idToken && { IdToken: idToken }),
    'Authorization-App-Platform': appPlatform,
  }
}
