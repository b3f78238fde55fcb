import { REDIRECTS, isPermanentStatus, type Http } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { parseJson, writeJson } from '../core/lib/json.ts'
import { createRetry, type Retry } from '../core/lib/retry.ts'
import { childController } from '../core/lib/time.ts'
import { base64Url } from '../core/lib/text.ts'
import type { Context } from '../core/model/flag.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagActivity } from './flagActivity.ts'
import { flagError, missingHash, type FlagDeps, type FlagErrorKind } from './flagClient.ts'
import type { PollSettings } from './flagSettings.ts'
import { isNewer, type WireFlag, type WireFlags, readFlags } from './flagStore.ts'

/** After this many failed polls the flags count as failed; polling continues, less often. */
const POLLS_BEFORE_FAILURE = 3
/** A service that asks for a longer wait, in milliseconds, counts as failed at once, so that the application does not wait. */
const LONG_REST_MS = 5_000
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }
/** How long flags wait for the hash of secure mode before they count as failed, in milliseconds. A later hash is still used. */
const HASH_TIMEOUT_MS = 10_000

interface Needs {
  platform: Pick<FlagDeps, 'http' | 'clock' | 'random'>
  /** The context's signature; an empty string if the service requires none. */
  hash: string | Promise<string>
  context: Context
  settings: PollSettings
  openStream: FlagActivity['openStream']
  onFlags(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags cannot be fetched, and are not expected soon. */
  onFailure(error: Error): void
}

export type FlagSource = ReturnType<typeof createFlagSource>

/** Fetches the flags of one context: by poll, and by stream while streaming is on. */
export function createFlagSource({ platform, context, settings, ...needs }: Needs) {
  const { http, clock, random } = platform
  const ending = new AbortController()
  let hash: string | undefined
  let isPollWanted = false
  let isStreamWanted = false
  let polling: AbortController | undefined
  let streaming: AbortController | undefined
  /** The retry of a failed poll, while it waits. */
  let waiting: Retry | undefined
  let isStale = false
  /** Whether the poll under way was sent in this very task: a stream that starts now misses no change. */
  let isJustSent = false
  /** Changes that were streamed during a poll, whose answer may be older. */
  let changed: [key: string, flag: WireFlag][] = []
  if (typeof needs.hash === 'string') hash = needs.hash
  else void waitFor(needs.hash)

  async function waitFor(signature: Promise<string>) {
    const cancel = clock.after(HASH_TIMEOUT_MS, () => needs.onFailure(missingHash()))
    ending.signal.addEventListener('abort', cancel)
    // The error is the application's own, and may contain a secret. JavaScript callers may pass any value.
    const answer: unknown = await Promise.resolve(signature).catch(() => {})
    if (typeof answer === 'string') hash = answer
    cancel()
    if (ending.signal.aborted) return
    if (hash === undefined) return needs.onFailure(missingHash())
    if (isPollWanted) void startPoll()
    follow()
  }

  async function startPoll() {
    isPollWanted = true
    // Pings that arrive during a poll cause one further poll.
    isStale = Boolean(polling && !waiting)
    // A ping shows that the service has recovered: it is polled at once, unless it has asked for a wait.
    waiting?.retryNow()
    if (polling || hash === undefined) return
    const { signal } = (polling = childController(ending.signal))
    const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
    let isReported = false
    while (!signal.aborted) {
      changed = []
      const asking = poll({ ...flagRequest('poll', context, { ...settings, hash }), signal }, http, settings.baseUrl)
      isJustSent = true
      queueMicrotask(() => (isJustSent = false))
      const outcome = await asking
      if (signal.aborted) return
      if ('flags' in outcome) {
        for (const [key, flag] of changed) if (isNewer(flag, outcome.flags[key])) outcome.flags[key] = flag
        needs.onFlags(outcome.flags)
        break
      }
      const { error, isPermanent, retryAfterMs } = outcome
      const delayMs = retry.failed(retryAfterMs)
      if (!isReported && (isPermanent || retry.failures === POLLS_BEFORE_FAILURE || retryAfterMs > LONG_REST_MS)) {
        isReported = true
        needs.onFailure(error)
      }
      if (isPermanent) break
      waiting = retry
      await retry.wait(delayMs)
      if (!signal.aborted) waiting = undefined
    }
    if (signal.aborted) return
    polling = undefined
    if (isStale) void startPoll()
  }

  function stopPolling() {
    polling?.abort()
    polling = waiting = undefined
  }

  /** Opens or closes the stream, as it is wanted. */
  function follow() {
    if (hash === undefined || ending.signal.aborted || isStreamWanted === Boolean(streaming)) return
    streaming?.abort()
    streaming = isStreamWanted ? childController(ending.signal) : undefined
    if (!streaming) return
    const handlers = {
      onStale: () => void startPoll(),
      onPut(flags: WireFlags) {
        stopPolling() // the answer under way is older
        needs.onFlags(flags)
      },
      onPatch(key: string, flag: WireFlag) {
        if (polling) changed.push([key, flag])
        needs.onPatch(key, flag)
      },
      hasMissed: () => !isJustSent,
    }
    needs.openStream(flagRequest('stream', context, { ...settings, hash }), handlers, streaming.signal)
  }

  return {
    poll: () => void startPoll(),
    setStreaming(isWanted: boolean) {
      isStreamWanted = isWanted
      follow()
    },
    /** The source does nothing afterwards. */
    stop() {
      ending.abort()
      stopPolling()
    },
  }
}

/** The timeout of a poll, including the body of the answer, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000

/** Requests the flags once. Never rejects. */
async function poll(request: HttpRequest, http: Http, baseUrl: string) {
  const answer = await http({ ...request, timeoutMs: REQUEST_TIMEOUT_MS })
  const { outcome, status } = answer
  const failed = (message: string, kind: FlagErrorKind = 'FlagFetch') => ({
    error: flagError(kind, message),
    isPermanent: isPermanentStatus(status),
    /** How long the service has asked to wait (`Retry-After`), in milliseconds. */
    retryAfterMs: outcome === 'success' ? 0 : answer.retryAfterMs,
  })
  if (outcome === 'redirect') return failed(`the address ${REDIRECTS} (T92)`)
  // The Relay Proxy's 404 for an unknown environment has no CORS headers, so that the browser hides it from the page.
  if (!status) return failed(`network error at ${baseUrl}: blocked, or an unknown client-side ID (T88)`)
  if (status === 404) return failed('Environment not found. Check the client-side ID. (T86)', 'InvalidEnvironmentId')
  const text = outcome === 'success' && (await answer.text())
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

/**
 * The headers of a request to the service, as the application wants them. A request for flags has none by default, so that the browser
 * sends no CORS preflight.
 */
export const headersFor = (
  { requestHeaderTransform }: Pick<PollSettings, 'requestHeaderTransform'>,
  headers: Record<string, string> = {},
): Record<string, string> =>
  attempt(
    () => requestHeaderTransform(headers) ?? headers,
    () => headers,
  )
