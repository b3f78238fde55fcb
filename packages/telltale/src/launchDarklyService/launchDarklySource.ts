import { REDIRECTS, isPermanentStatus, type PlainHttp } from '../core/http/http.ts'
import { parseJson, writeJson } from '../core/lib/json.ts'
import { base64Url } from '../core/lib/text.ts'
import type { Context } from '../core/model/flag.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { flagError, type FlagErrorKind } from '../flags/flagError.ts'
import type { FlagSettings, POLL_DEFAULTS } from './flagSettings.ts'
import { headersFor } from './headersFor.ts'
import type { CreateFlagSource } from '../flags/flagSource.ts'
import { readFlags, type WireFlag } from '../flags/wireFlags.ts'
import type { FlagEvents } from './startFlagEvents.ts'

type PollSettings = Pick<FlagSettings, keyof typeof POLL_DEFAULTS>

/** LaunchDarkly's client-side service: flags by poll, and changes by stream. */
export const launchDarklySource =
  (
    settings: PollSettings,
    http: PlainHttp,
    events: Pick<FlagEvents, 'openStream'>,
  ): CreateFlagSource<WireFlag, Context> =>
  (context, hash) => {
    const request = (kind: 'poll' | 'stream') => flagRequest(kind, context, { ...settings, hash })
    return {
      fetch: (signal) => poll({ ...request('poll'), signal }, http, settings.baseUrl),
      follow: (on, signal) => events.openStream(request('stream'), on, signal),
    }
  }

/** The timeout of a poll, including the body of the answer, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000

/** Requests the flags once. Never rejects. */
async function poll(request: HttpRequest, http: PlainHttp, baseUrl: string) {
  const answer = await http({ ...request, timeoutMs: REQUEST_TIMEOUT_MS })
  const { outcome, status } = answer
  const failed = (message: string, kind: FlagErrorKind = 'FlagFetch') => ({
    error: flagError(kind, message),
    isPermanent: isPermanentStatus(status),
    /** How long the service has asked to wait (`Retry-After`), in milliseconds. */
    retryAfterMs: outcome === 'success' ? 0 : answer.retryAfterMs,
  })
  if (outcome === 'redirect') return failed(`the address ${REDIRECTS} (T92)`)
  const text = outcome === 'success' && (await answer.text())
  // The body of an answer may hang, too.
  const isTimeout = outcome === 'success' ? answer.limit.hasPassed() : outcome === 'timeout'
  if (isTimeout) return { ...failed(`no answer from ${baseUrl} within 10 s (T184)`), isTimeout }
  // The Relay Proxy's 404 for an unknown environment has no CORS headers, so that the browser hides it from the page.
  if (!status) return failed(`network error at ${baseUrl}: blocked, or an unknown client-side ID (T88)`)
  if (status === 404) return failed('Environment not found. Check the client-side ID. (T86)', 'InvalidEnvironmentId')
  if (outcome !== 'success' || status !== 200) return failed(`Error fetching flag settings: ${status} (T89)`)
  const isJson = /^application\/json/i.test(answer.header('content-type') ?? '')
  const flags = isJson && readFlags(parseJson(text || ''))
  return flags ? { flags } : failed('Error fetching flag settings: the answer has no flags (T90)')
}

/**
 * Builds the requests for a context's flags, by poll or by stream, with the context in the URL or in the body. The URL of a stream
 * begins after `streamUrl`, which only the later file needs.
 */
function flagRequest(
  kind: 'poll' | 'stream',
  context: Context,
  { clientSideId, baseUrl, hash, useReport, usePost, evaluationReasons, ...settings }: PollSettings,
): HttpRequest {
  const body = writeJson(context)
  const isPoll = kind === 'poll'
  const isInBody = useReport || usePost
  const path = (isPoll ? `${baseUrl}/sdk/evalx/` : '/eval/') + encodeURIComponent(clientSideId)
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  return {
    url:
      path +
      (isPoll ? '/context' : '') +
      (isInBody ? '' : `${isPoll ? 's' : ''}/${base64Url(body)}`) +
      (query[0] ? `?${query.join('&')}` : ''),
    headers: headersFor(settings, isInBody ? { 'Content-Type': 'application/json' } : {}),
    // The service does not support POST for streams.
    ...(isInBody && { body, method: usePost && isPoll ? 'POST' : 'REPORT' }),
  }
}
