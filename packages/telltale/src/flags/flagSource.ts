import { createRetry, type Retry } from '../core/lib/retry.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { missingHash } from './contextOf.ts'
import type { FlagActivity } from './flagActivity.ts'
import type { FlagDeps } from './flagClient.ts'
import { type Poll, pollFlags } from './pollFlags.ts'
import { isNewer, type WireFlag, type WireFlags } from './readFlag.ts'
import type { StreamNeeds } from './streamFlags.ts'

/** After this many failed polls the flags count as failed; polling continues, less often. */
const POLLS_BEFORE_FAILURE = 3
/** A service that asks for a longer wait, in milliseconds, counts as failed at once, so that the application does not wait. */
const LONG_REST_MS = 5_000
/** Appended to a network error: the Relay Proxy's 404 has no CORS headers, so that the browser hides it from the page. */
const FIRST_POLL_HINT =
  '. Check that the flag service can be reached, and the client-side ID: in a page, an unknown one looks the same.'
const POLL_BACKOFF = { firstMs: 1000, maxMs: 300_000 }

export interface FlagSourceNeeds extends Omit<StreamNeeds, 'onMessage'> {
  platform: FlagDeps & { activity: Pick<FlagActivity, 'openStream'> }
  /** The requests for the flags of one context. */
  poll: Poll
  stream(): HttpRequest
  onFlags(flags: WireFlags, etag?: string): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags cannot be fetched, and are not expected soon. */
  onFailure(error: Error): void
}

export interface FlagSource {
  poll(): void
  setStreaming(isWanted: boolean): void
  stop(): void
}

/** Fetches the flags of one context: by poll, and by stream while streaming is on. */
export function createFlagSource(needs: FlagSourceNeeds): FlagSource {
  const { http, clock, random } = needs.platform
  let polling: AbortController | undefined
  let isStale = false
  let hint = FIRST_POLL_HINT
  /** Whether the poll under way was sent in this very task: a stream that starts now misses no change. */
  let isJustSent = false
  /** The retry of a failed poll, while it waits. */
  let waiting: Retry | undefined
  let streaming: AbortController | undefined
  /** Changes that were streamed during a poll, whose answer may be older. */
  let changed: [key: string, flag: WireFlag][] = []

  async function poll() {
    // Pings that arrive during a poll cause one further poll.
    isStale = Boolean(polling && !waiting)
    // A ping shows that the service has recovered: it is polled at once, unless it has asked for a wait.
    waiting?.retryNow()
    if (polling) return
    const { signal } = (polling = new AbortController())
    const retry = createRetry({ clock, random, backoff: POLL_BACKOFF, signal })
    let isReported = false
    for (;;) {
      changed = []
      const asking = pollFlags({ ...needs.poll, hint }, http, signal)
      isJustSent = true
      queueMicrotask(() => (isJustSent = false))
      const outcome = await asking
      if (signal.aborted) return
      if (outcome.flags) {
        hint = ''
        for (const [key, flag] of changed) if (isNewer(flag, outcome.flags[key])) outcome.flags[key] = flag
        needs.onFlags(outcome.flags, outcome.etag)
        break
      }
      const { retryAfterMs } = outcome
      const delayMs = retry.failed(retryAfterMs)
      if (
        !isReported &&
        (outcome.isPermanent || retry.failures === POLLS_BEFORE_FAILURE || retryAfterMs > LONG_REST_MS)
      ) {
        isReported = true
        needs.onFailure(outcome.error)
      }
      if (signal.aborted) return
      if (outcome.isPermanent) break
      waiting = retry
      await retry.wait(delayMs)
      if (signal.aborted) return
      waiting = undefined
    }
    if (signal.aborted) return
    polling = undefined
    if (isStale) void poll()
  }

  function stopPolling() {
    polling?.abort()
    polling = waiting = undefined
  }

  const stream = (signal: AbortSignal) =>
    needs.platform.activity.openStream(
      needs.stream(),
      {
        ...needs,
        onStale: () => void poll(),
        onPut(flags) {
          stopPolling() // the answer under way is older
          needs.onFlags(flags)
        },
        onPatch(key, flag) {
          if (polling) changed.push([key, flag])
          needs.onPatch(key, flag)
        },
        hasMissed: () => !isJustSent,
      },
      signal,
    )

  return {
    poll: () => void poll(),
    setStreaming(isWanted) {
      if (isWanted === Boolean(streaming)) return
      streaming?.abort()
      streaming = isWanted ? new AbortController() : undefined
      if (streaming) stream(streaming.signal)
    },
    stop() {
      stopPolling()
      streaming?.abort()
      streaming = undefined
    },
  }
}

/** How long flags wait for the hash of secure mode before they count as failed, in milliseconds. A later hash is still used. */
const HASH_TIMEOUT_MS = 10_000

interface SignedSourceNeeds {
  clock: Clock
  create(hash: string): FlagSource
  onFailure(error: Error): void
}

/** A source of flags that sends no request until its context's signature is available. An empty string: none is required. */
export function createSignedSource(
  hash: string | Promise<string>,
  { clock, create, onFailure }: SignedSourceNeeds,
): FlagSource {
  if (typeof hash === 'string') return create(hash)
  let source: FlagSource | undefined
  let isPolling = false
  let isStreaming = false
  let isStopped = false
  const cancel = clock.after(HASH_TIMEOUT_MS, () => onFailure(missingHash()))

  function open(text: string) {
    cancel()
    if (isStopped) return
    source = create(text)
    if (isPolling) source.poll()
    source.setStreaming(isStreaming)
  }

  function fail(error: Error) {
    cancel()
    if (!isStopped) onFailure(error)
  }

  void hash.then(open, fail)
  return {
    poll() {
      isPolling = true
      source?.poll()
    },
    setStreaming(isWanted) {
      isStreaming = isWanted
      source?.setStreaming(isWanted)
    },
    stop() {
      isStopped = true
      cancel()
      source?.stop()
    },
  }
}
