import { base64Url } from '../core/lib/base64Url.ts'
import type { Context } from '../core/model/context.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'

/** The paths under which the flag service knows a context: in the address, or alone when it is in the body. */
const PATHS = {
  poll: ['/sdk/evalx/ENV/contexts/', '/sdk/evalx/ENV/context'],
  stream: ['/eval/ENV/', '/eval/ENV'],
} as const

/** The request for a context's flags, once or as a stream. */
export function flagRequest(
  kind: keyof typeof PATHS,
  context: Context,
  { clientSideId, baseUrl, streamUrl, method, hash, evaluationReasons }: FlagSettings,
): HttpRequest {
  const body = JSON.stringify(context)
  const isGet = method === 'GET'
  const base = kind === 'poll' ? baseUrl : streamUrl
  const path = PATHS[kind][isGet ? 0 : 1].replace('ENV', () => encodeURIComponent(clientSideId))
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  const url = base + path + (isGet ? base64Url(body) : '') + (query[0] ? `?${query.join('&')}` : '')
  if (isGet) return { url }
  // A stream has no POST: the service knows it by GET and REPORT only.
  return {
    url,
    body,
    method: kind === 'poll' ? method : 'REPORT',
    headers: { 'Content-Type': 'application/json' },
  }
}
