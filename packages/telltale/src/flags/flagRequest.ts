import { base64Url } from '../core/lib/base64Url.ts'
import type { Context } from '../core/model/context.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'

/** The paths under which the service knows a context: with it in the address, and with it in the body. */
const PATHS = {
  poll: ['/sdk/evalx/ENV/contexts/', '/sdk/evalx/ENV/context'],
  stream: ['/eval/ENV/', '/eval/ENV'],
} as const

/** The request for a context's flags, once or as a stream. */
export function flagRequest(
  kind: keyof typeof PATHS,
  context: Context,
  { clientSideId, baseUrl, streamUrl, hash, useReport, usePost, evaluationReasons }: FlagSettings,
): HttpRequest {
  const body = JSON.stringify(context)
  const isInBody = useReport || usePost
  const path = PATHS[kind][isInBody ? 1 : 0].replace('ENV', () => encodeURIComponent(clientSideId))
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  const url =
    (kind === 'poll' ? baseUrl : streamUrl) +
    path +
    (isInBody ? '' : base64Url(body)) +
    (query[0] ? `?${query.join('&')}` : '')
  if (!isInBody) return { url }
  // The service knows no POST of a stream.
  return {
    url,
    body,
    method: usePost && kind === 'poll' ? 'POST' : 'REPORT',
    headers: { 'Content-Type': 'application/json' },
  }
}
