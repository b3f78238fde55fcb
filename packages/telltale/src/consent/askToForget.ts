import type { Forgotten } from '../core/consentPart.ts'
import { createHttp } from '../core/http/http.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'

/** How long the application may take to answer, in milliseconds. */
const TIMEOUT_MS = 30_000

interface Needs {
  platform: Platform
  url: string | undefined
  /** The token that the application has now, read before the user is forgotten. */
  token: Promise<unknown>
  who: Identity
}

/** Asks the application to forget the user: the request has the token of the user, or else the cookies of the site, and the id of a visitor. */
export async function askToForget({ platform, url, token, who }: Needs): Promise<Forgotten> {
  if (url === undefined) return { isRequested: false, status: 0 }
  const given = await token.catch(() => undefined)
  const { outcome, status } = await createHttp(platform)({
    url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(typeof given === 'string' && given && { Authorization: `Bearer ${given}` }),
    },
    body: JSON.stringify('visitor' in who ? { visitor: who.visitor } : {}),
    timeoutMs: TIMEOUT_MS,
  })
  return { isRequested: outcome === 'success', status }
}
