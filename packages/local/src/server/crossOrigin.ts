import { cors } from 'hono/cors'

/** Seconds for which a browser may remember a preflight; the flag vendor's value. */
const MAX_AGE_S = 300

function crossOrigin(allowMethods: string[], allowHeaders: string[], exposeHeaders: string[] = ['Date']) {
  return cors({
    // Whose pages are answered at all, the guard has said before.
    origin: (origin) => origin,
    allowMethods,
    allowHeaders,
    exposeHeaders,
    maxAge: MAX_AGE_S,
  })
}

/** Exactly the headers that the flag vendor's own services let pass: what works here works there. */
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

export const crossOriginCollector = crossOrigin(['POST', 'OPTIONS'], ['Content-Type', 'Content-Encoding'])

export const crossOriginVendors = crossOrigin(['GET', 'POST', 'OPTIONS'], ['Content-Type', 'Content-Encoding'])

export const crossOriginOfrep = crossOrigin(
  ['GET', 'POST', 'OPTIONS'],
  ['Content-Type', 'Authorization', 'X-API-Key', 'If-None-Match'],
  ['ETag', 'Retry-After'],
)
