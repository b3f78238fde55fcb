import { REDIRECTS, type HttpResult, isPermanentStatus } from '../core/http/http.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import { createRetry } from '../core/lib/retry.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { childController } from '../core/lib/signal.ts'
import { hashText } from '../core/lib/text.ts'
import { sleep } from '../core/lib/time.ts'
import type { Channel, Tabs, Clock } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { StreamHandlers, StreamInit } from './flagActivity.ts'
import { flagError, type FlagDeps } from './flagClient.ts'
import { readFlags, type WireFlag } from './flagStore.ts'

const MAX_DELAY_MS = 30_000
/** After a stream has been open for this long, in milliseconds, the next failure counts as the first again. */
const STABLE_AFTER_MS = 60_000
/** A stream without data for this long, in milliseconds, is reopened: the service sends a heartbeat more often. */
const READ_TIMEOUT_MS = 300_000

interface StreamNeeds {
  platform: FlagDeps
  /** With `tabs` and `channel` of the platform, the tabs of a browser share a stream. */
  share: ShareStream | undefined
  /** Milliseconds before the first reconnection; 0 counts as 1, which prevents a storm of requests. */
  streamReconnectDelay: number
  /** Called when the service has answered, or has failed to. */
  onStreamInit(init: StreamInit): void
  /** Called once in a series of failures. */
  report(problem: string | Error): void
}

type OnMessage = (message: ServerSentEvent) => void

/** Returns a function that streams the changes of flags, until its signal aborts or the service refuses the stream permanently. */
export const createFlagStream =
  (needs: StreamNeeds) =>
  (request: HttpRequest, handlers: StreamHandlers, signal: AbortSignal): void => {
    const { share, platform } = needs
    const { tabs, channel, clock } = platform
    const { onStale } = handlers
    const stream = (listener: OnMessage, until: AbortSignal) =>
      keepOpen(request, { ...needs, onMessage: listener }, until)

    function onMessage({ event, data }: ServerSentEvent) {
      if (event === 'ping') return onStale()
      // The service may introduce other events: they are ignored.
      if (!/^(put|patch|delete)$/.test(event)) return
      const parsed = parseJson(data)
      const { key, version } = isRecord(parsed) ? parsed : {}
      if (event === 'put' && isRecord(parsed)) return handlers.onPut(readFlags(parsed) ?? {})
      if (event === 'put' || typeof key !== 'string')
        return needs.report(flagError('InvalidData', 'Invalid data in the stream (T95)'))
      handlers.onPatch(key, event === 'patch' ? (parsed as WireFlag) : { version })
    }

    if (!tabs || !channel || !share) return void stream(onMessage, signal)
    const hasMissed = handlers.hasMissed()
    void share(request, { tabs, channel, clock, stream, onMessage, onMissed: onStale, hasMissed }, signal)
  }

/** Keeps one stream open. */
async function keepOpen(
  request: HttpRequest,
  needs: StreamNeeds & { onMessage: OnMessage },
  signal: AbortSignal,
): Promise<void> {
  const { http, clock, random } = needs.platform
  let isReported = false
  const backoff = { firstMs: needs.streamReconnectDelay || 1, maxMs: MAX_DELAY_MS }
  const retry = createRetry({ clock, random, backoff, signal })
  while (!signal.aborted) {
    const start = clock.now()
    const answer = await http({ ...request, signal, timeoutMs: READ_TIMEOUT_MS, untilLeave: true })
    if (signal.aborted) return
    const refusal = answer.outcome === 'success' ? undefined : answer
    const timestamp = clock.now()
    needs.onStreamInit({ timestamp, failed: Boolean(refusal), durationMillis: timestamp - start })
    if (answer.outcome === 'success') await readMessages(answer, needs.onMessage, signal)
    if (signal.aborted) return
    const silence = refusal?.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'no answer'
    const problem = `Error on stream connection: ${refusal ? refusal.status || silence : 'closed'}, `
    if (refusal && isPermanentStatus(refusal.status)) {
      return needs.report(flagError('UnexpectedResponse', `${problem}giving up permanently (T93)`))
    }
    if (clock.now() - start >= STABLE_AFTER_MS) retry.succeeded()
    const delay = retry.failed(refusal?.retryAfterMs)
    if (retry.failures === 1) isReported = false
    // Servers and closing pages end healthy streams: that is reported only if it happens repeatedly.
    if (!isReported && (refusal || retry.failures > 1)) {
      isReported = true
      needs.report(`${problem}will continue retrying after ${delay} milliseconds. (T94)`)
    }
    await retry.wait(delay)
  }
}

async function readMessages(
  { chunks, limit }: Extract<HttpResult, { outcome: 'success' }>,
  onMessage: OnMessage,
  signal: AbortSignal,
) {
  const feed = readServerSentEvents(onMessage)
  try {
    for await (const chunk of chunks()) {
      if (signal.aborted) return
      limit.start()
      feed(chunk)
    }
  } finally {
    limit.end()
  }
}

/** [spec] §9, cross-tab messaging timings: how often the tab that holds the stream sends a heartbeat, in milliseconds. */
const HEARTBEAT_MS = 45_000
/** [spec] §9: how often the other tabs try to take over the stream if no message tells them to, in milliseconds. */
const TAKEOVER_CHECK_MS = 60_000
/** [spec] §9: how long the other tabs rely on a silent holder, in milliseconds. It may be suspended, as phones suspend tabs. */
const SILENCE_TIMEOUT_MS = 120_000

/**
 * How long a tab that was about to close waits before it takes the stream again, in milliseconds. It may have stayed open, as
 * after a download.
 */
const RETAKE_DELAY_MS = 10_000

/** How long after BYE a tab releases the stream, in milliseconds. */
const RELEASE_DELAY_MS = 200

/** Messages of the tab that holds the stream, besides those of the stream: its heartbeat, and the end of its turn. */
const ALIVE = 'alive'
const BYE = 'bye'

interface StreamSharing {
  tabs: Tabs
  channel: Channel
  clock: Clock
  /** Keeps a stream open until the signal aborts or the service refuses it for good. */
  stream(onMessage: OnMessage, signal: AbortSignal): Promise<void>
  onMessage: OnMessage
  /** Called when messages may have been missed: the flags must be requested. */
  onMissed(): void
  /** Whether earlier messages are unknown, and the flags have not just been requested. */
  hasMissed: boolean
}

export type ShareStream = typeof shareStream

/** Shares one stream between all tabs of the origin with the same request: one tab reads it and forwards its messages. */
export async function shareStream(request: HttpRequest, sharing: StreamSharing, signal: AbortSignal): Promise<void> {
  const { tabs, channel, clock, stream, onMessage, onMissed } = sharing
  const name = `stream:${hashText(JSON.stringify([request.url, request.body]), 0)}`
  let heardAt = clock.now()
  let isOver = false
  let isFirst = true
  /** Whether this tab may have missed messages: those sent before it joined, or while it was suspended, are not repeated. */
  let { hasMissed } = sharing
  let waiting = childController(signal)
  const wake = () => waiting.abort()
  const post = channel(name, { onMessage: receive, onReturn }, signal)
  if (!post) return stream(onMessage, signal)
  const broadcast = post

  function receive(text: string) {
    heardAt = clock.now()
    if (text === BYE) wake()
    const message = parseJson(text)
    if (isRecord(message)) onMessage(message as unknown as ServerSentEvent)
  }

  function onReturn() {
    hasMissed = true
    wake()
  }

  async function lead(alone: AbortSignal) {
    alone.addEventListener('abort', () => broadcast(BYE))
    void sendHeartbeats(alone)
    await stream((message) => {
      onMessage(message)
      broadcast(JSON.stringify(message))
    }, alone)
    isOver = !alone.aborted
    if (isOver) broadcast(BYE)
  }

  async function sendHeartbeats(alone: AbortSignal) {
    for (;;) {
      broadcast(ALIVE)
      await sleep(clock, HEARTBEAT_MS, alone)
      if (alone.aborted || isOver) return
    }
  }

  while (!signal.aborted && !isOver) {
    const hasLed = await tabs.whileAlone(name, signal, lead)
    if (signal.aborted || isOver) return
    if (hasLed) heardAt = clock.now()
    else if (hasMissed) onMissed()
    hasMissed = false
    wake()
    waiting = childController(signal)
    // At first, this tab itself may be about to release the same stream, which it held for an earlier session.
    if (hasLed || !isFirst) await sleep(clock, hasLed ? RETAKE_DELAY_MS : TAKEOVER_CHECK_MS, waiting.signal)
    isFirst = false
    await sleep(clock, RELEASE_DELAY_MS, signal)
    if (!signal.aborted && clock.now() - heardAt >= SILENCE_TIMEOUT_MS) return stream(onMessage, signal)
  }
}
