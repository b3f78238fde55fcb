import { base64Url } from '../core/lib/base64Url.ts'
import type { Context } from '../core/model/context.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { Headers } from './headers.ts'

/** Makes the requests for a context's flags, once or as a stream; with the context in the address, or in the body. */
export function flagRequests(
  context: Context,
  { clientSideId, baseUrl, streamUrl, hash, useReport, usePost, evaluationReasons }: FlagSettings,
  headers: Headers,
): (kind: 'poll' | 'stream', more?: Readonly<Record<string, string>>) => HttpRequest {
  const body = JSON.stringify(context)
  const isInBody = useReport || usePost
  const environment = encodeURIComponent(clientSideId)
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  const search = query[0] ? `?${query.join('&')}` : ''

  return (kind, more) => {
    const isPoll = kind === 'poll'
    const path = isPoll ? `${baseUrl}/sdk/evalx/${environment}/context` : `${streamUrl}/eval/${environment}`
    if (!isInBody) return { url: path + (isPoll ? 's/' : '/') + base64Url(body) + search, headers: headers(more) }
    // The service knows no POST of a stream.
    const method = usePost && isPoll ? 'POST' : 'REPORT'
    return { url: path + search, body, method, headers: headers({ 'Content-Type': 'application/json', ...more }) }
  }
}
