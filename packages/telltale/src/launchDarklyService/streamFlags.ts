import { REDIRECTS, type HttpResult, isPermanentStatus } from '../core/http/http.ts'
import { createRetry } from '../core/lib/retry.ts'
import { childController, sleep } from '../core/lib/time.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { StreamInit } from './flagDiagnostics.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { flagError } from '../flags/flagError.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagChanges } from '../flags/flagSource.ts'
import { passMessage } from '../flags/flagMessages.ts'
import type { WireFlag } from '../flags/wireFlags.ts'
import type { ShareStream } from '../flags/shareStream.ts'

const MAX_DELAY_MS = 30_000
/** After a stream has been open for this long, in milliseconds, the next failure counts as the first again. */
const STABLE_AFTER_MS = 60_000
/** A stream from which nothing has come this long after its request, in milliseconds, is reported. The service sends all flags at once. */
const SILENT_MS = 10_000
/** A stream without data for this long, in milliseconds, is reopened: the service sends a heartbeat more often. */
const READ_TIMEOUT_MS = 300_000

interface StreamNeeds {
  platform: LateFlagPlatform
  /** With `tabs` and `channel` of the platform, the tabs of a browser share a stream. */
  share: ShareStream | undefined
  settings: Pick<FlagSettings, 'streamUrl' | 'streamReconnectDelay' | 'clientSideId'>
  /** Called when the service has answered, or has failed to. */
  onStreamInit(init: StreamInit): void
  /** Called once in a series of failures. The signal aborts when something is received again. */
  report(problem: string | Error, until?: AbortSignal): void
}

type OnMessage = (message: ServerSentEvent) => void

/** Returns a function that streams the changes of flags, until its signal aborts or the service refuses the stream permanently. */
export const createFlagStream =
  (needs: StreamNeeds) =>
  ({ url, ...rest }: HttpRequest, on: FlagChanges<WireFlag>, signal: AbortSignal): void => {
    const { share, platform, settings } = needs
    const request = { ...rest, url: settings.streamUrl + url }
    const { tabs, channel, clock } = platform
    const stream = (listener: OnMessage, until: AbortSignal) =>
      keepOpen(request, { ...needs, onMessage: listener }, until)

    const onInvalid = () => needs.report(flagError('InvalidData', 'Invalid data in the stream (T95)'))
    const onMessage = (message: ServerSentEvent) => passMessage(message, on, onInvalid)

    if (!tabs || !channel || !share) return void stream(onMessage, signal)
    const hasMissed = on.hasMissed()
    void share(request, { tabs, channel, clock, stream, onMessage, onMissed: on.stale, hasMissed }, signal)
  }

/** Keeps one stream open. */
async function keepOpen(
  request: HttpRequest,
  needs: StreamNeeds & { onMessage: OnMessage },
  signal: AbortSignal,
): Promise<void> {
  const { http, clock, random } = needs.platform
  const { streamUrl, streamReconnectDelay, clientSideId } = needs.settings
  let isReported = false
  let isSilent = false
  /** Present from the first report until something is received. */
  let trouble: AbortController | undefined
  // A delay of 0 counts as 1, which prevents a storm of requests.
  const backoff = { firstMs: streamReconnectDelay || 1, maxMs: MAX_DELAY_MS }
  const retry = createRetry({ clock, random, backoff, signal })

  function report(problem: string) {
    trouble ??= childController(signal)
    needs.report(problem, trouble.signal)
  }

  function end() {
    trouble?.abort()
    trouble = undefined
  }

  async function watch(silence: AbortSignal) {
    await sleep(clock, SILENT_MS, silence)
    if (silence.aborted || isSilent) return
    isSilent = true
    report(`The stream of ${streamUrl} is open, and nothing has come for 10 s: no change of a flag arrives. (T185)`)
  }

  while (!signal.aborted) {
    const waiting = childController(signal)
    const onChunk = () => {
      waiting.abort()
      if (isSilent) end()
      isSilent = false
    }
    // A stream that only begins, again and again, brings no change.
    const onMessage: OnMessage = (message) => {
      end()
      needs.onMessage(message)
    }
    void watch(waiting.signal)
    const start = clock.now()
    const answer = await http({ ...request, signal, timeoutMs: READ_TIMEOUT_MS, untilLeave: true })
    if (signal.aborted) return
    const refusal = answer.outcome === 'success' ? undefined : answer
    const timestamp = clock.now()
    needs.onStreamInit({ timestamp, failed: Boolean(refusal), durationMillis: timestamp - start })
    if (answer.outcome === 'success') await readMessages(answer, { onChunk, onMessage }, signal)
    waiting.abort()
    if (signal.aborted) return
    const silence = refusal?.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'no answer'
    const problem = `Error on stream connection to ${streamUrl}: ${refusal ? refusal.status || silence : 'closed'}`
    if (refusal && isPermanentStatus(refusal.status)) {
      const check = `check streamUrl and the client-side ID "${clientSideId}"`
      return needs.report(flagError('UnexpectedResponse', `${problem}, giving up permanently: ${check} (T93)`), signal)
    }
    if (clock.now() - start >= STABLE_AFTER_MS) retry.succeeded()
    const delayMs = retry.failed(refusal?.retryAfterMs)
    if (retry.failures === 1) isReported = false
    // Servers and closing pages end healthy streams: that is reported only if it happens repeatedly.
    if (!isReported && (refusal || retry.failures > 1)) {
      isReported = true
      report(`${problem}. Reconnecting. (T94)`)
    }
    await retry.wait(delayMs)
  }
}

async function readMessages(
  { chunks, limit }: Extract<HttpResult, { outcome: 'success' }>,
  { onChunk, onMessage }: { onChunk: () => void; onMessage: OnMessage },
  signal: AbortSignal,
) {
  const feed = readServerSentEvents(onMessage)
  try {
    for await (const chunk of chunks()) {
      if (signal.aborted) return
      limit.start()
      onChunk()
      feed(chunk)
    }
  } finally {
    limit.end()
  }
}
