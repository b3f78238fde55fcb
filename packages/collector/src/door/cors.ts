/** How many seconds a browser may keep the answer to its question before a request. */
const MAX_AGE_S = 600

/**
 * The headers by which a page of another origin may post, and read the answer, errors included. Credentials are never admitted: who posts
 * is known by a write key.
 */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    // Without it, a page cannot read Retry-After.
    'access-control-expose-headers': 'Date, Retry-After',
    ...(request.method === 'OPTIONS' && {
      'access-control-allow-methods': 'POST',
      // `collector({ headers })` may have any.
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? 'content-type',
      'access-control-max-age': String(MAX_AGE_S),
    }),
  }
}
