import { createRetry, type Retry } from '../core/lib/retry.ts'
import { childController } from '../core/lib/time.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { missingHash } from './contextOf.ts'
import type { FlagActivity } from './flagActivity.ts'
import type { FlagDeps } from './flagClient.ts'
import { poll } from './poll.ts'
import { isNewer, type WireFlag, type WireFlags } from './readFlag.ts'

/** After this many failed polls the flags count as failed; polling continues, less often. */
const POLLS_BEFORE_FAILURE = 3
/** A service that asks for a longer wait, in milliseconds, counts as failed at once, so that the application does not wait. */
const LONG_REST_MS = 5_000
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }
/** How long flags wait for the hash of secure mode before they count as failed, in milliseconds. A later hash is still used. */
const HASH_TIMEOUT_MS = 10_000

export interface FlagSourceNeeds {
  platform: Pick<FlagDeps, 'http' | 'clock' | 'random'>
  /** The context's signature; an empty string if the service requires none. */
  hash: string | Promise<string>
  request(kind: 'poll' | 'stream', hash: string): HttpRequest
  openStream: FlagActivity['openStream']
  onFlags(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags cannot be fetched, and are not expected soon. */
  onFailure(error: Error): void
}

export interface FlagSource {
  poll(): void
  setStreaming(isWanted: boolean): void
  /** The source does nothing afterwards. */
  stop(): void
}

/** Fetches the flags of one context: by poll, and by stream while streaming is on. */
export function createFlagSource({ platform, request, ...needs }: FlagSourceNeeds): FlagSource {
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
    // The error is the application's own, and may contain a secret.
    hash = await signature.catch(() => undefined)
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
      const asking = poll({ ...request('poll', hash), signal }, http)
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
    needs.openStream(request('stream', hash), handlers, streaming.signal)
  }

  return {
    poll: () => void startPoll(),
    setStreaming(isWanted) {
      isStreamWanted = isWanted
      follow()
    },
    stop() {
      ending.abort()
      stopPolling()
    },
  }
}
