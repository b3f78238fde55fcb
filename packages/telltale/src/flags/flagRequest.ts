import { base64Url } from '../core/lib/base64Url.ts'
import type { Context } from '../core/model/context.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'

/** The request for a context's flags, once or as a stream; with the context in the address, or in the body. */
export function flagRequest(
  kind: 'poll' | 'stream',
  context: Context,
  { clientSideId, baseUrl, streamUrl, hash, useReport, usePost, evaluationReasons }: FlagSettings,
): HttpRequest {
  const body = JSON.stringify(context)
  const isPoll = kind === 'poll'
  const isInBody = useReport || usePost
  const environment = encodeURIComponent(clientSideId)
  const path = isPoll ? `${baseUrl}/sdk/evalx/${environment}/context` : `${streamUrl}/eval/${environment}`
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  const url = path + (isInBody ? '' : (isPoll ? 's/' : '/') + base64Url(body)) + (query[0] ? `?${query.join('&')}` : '')
  if (!isInBody) return { url }
  // The service knows no POST of a stream.
  const method = usePost && isPoll ? 'POST' : 'REPORT'
  return { url, body, method, headers: { 'Content-Type': 'application/json' } }
}
