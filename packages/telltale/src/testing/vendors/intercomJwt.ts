/**
 * Whose an Intercom user's token is, by what the documentation asks of its claims; nobody's when it lacks one, is over, or is no
 * token. Its signature is for whoever has the key to look at.
 */
export function intercomJwt(jwt: unknown, now: number): string | undefined {
  const [header, claims, signature] = String(jwt).split('.').map(decoded)
  if (header?.['alg'] !== 'HS256' || claims === undefined || signature === undefined) return undefined
  const { user_id: user, exp } = claims
  // Seconds.
  if (exp !== undefined && !(Number(exp) * 1_000 > now)) return undefined
  return typeof user === 'string' && user !== '' ? user : undefined
}

/** A part of a token. A signature is there, and holds nothing. */
function decoded(part: string, place: number): Record<string, unknown> | undefined {
  if (place === 2) return part === '' ? undefined : {}
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
  } catch {
    return undefined
  }
}
