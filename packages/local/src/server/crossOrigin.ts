import { cors } from 'hono/cors'

/** How many seconds a browser may cache a preflight: the flag vendor's value. */
const MAX_AGE_S = 300

function crossOrigin(allowMethods: string[], allowHeaders: string[], exposeHeaders: string[] = ['Date']) {
  return cors({
    // The guard has already decided which origins are answered.
    origin: (origin) => origin,
    allowMethods,
    allowHeaders,
    exposeHeaders,
    maxAge: MAX_AGE_S,
  })
}

/** Exactly the headers that the flag vendor's own services allow, so that what works here works there. */
export const crossOriginFlags = crossOrigin(
  ['GET', 'POST', 'REPORT', 'OPTIONS'],
  [
    'Cache-Control',
    'Content-Type',
    'Content-Length',
    'Accept-Encoding',
    'X-LaunchDarkly-User-Agent',
    'X-LaunchDarkly-Payload-ID',
    'X-LaunchDarkly-Wrapper',
    'X-LaunchDarkly-Event-Schema',
    'X-LaunchDarkly-Tags',
  ],
)

export const crossOriginIdentity = crossOrigin(
  ['GET', 'OPTIONS'],
  ['Authorization', 'IdToken', 'Authorization-App-Platform', 'X-XSRF-TOKEN'],
)

export const crossOriginPeople = crossOrigin(['GET', 'POST', 'OPTIONS'], ['Authorization', 'IdToken', 'Content-Type'])

export const crossOriginCollector = crossOrigin(
  ['POST', 'OPTIONS'],
  // The headers that the page requests: `collector({ headers })` may have any.
  [],
  // Without it, a page cannot read Retry-After.
  ['Date', 'Retry-After'],
)

export const crossOriginVendors = crossOrigin(['GET', 'POST', 'OPTIONS'], ['Content-Type', 'Content-Encoding'])

/** For paths that do not exist: a page can read the 404, and the console names the wrong address. */
export const crossOriginUnknown = crossOrigin(['GET', 'POST', 'REPORT', 'OPTIONS'], [])

export const crossOriginOfrep = crossOrigin(
  ['GET', 'POST', 'OPTIONS'],
  ['Content-Type', 'Authorization', 'X-API-Key', 'If-None-Match'],
  ['ETag', 'Retry-After'],
)
