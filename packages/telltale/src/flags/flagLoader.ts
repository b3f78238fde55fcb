import { createRetry, type Retry } from '../core/lib/retry.ts'
import { childController } from '../core/lib/time.ts'
import type { Context } from '../core/model/flag.ts'
import type { FlagPlatform } from './flagProvider.ts'
import { missingHash } from './flagError.ts'
import type { CreateFlagSource, FlagSource } from './flagSource.ts'
import { isNewer, type WireFlag, type WireFlags } from './wireFlags.ts'

/** After this many failed requests the flags count as failed; requests continue, less often. */
const REQUESTS_BEFORE_FAILURE = 3
/** A service that asks for a longer wait, in milliseconds, counts as failed at once, so that the application does not wait. */
const LONG_REST_MS = 5_000
const BACKOFF = { firstMs: 1000, maxMs: 300_000 }
/** How long flags wait for the hash of secure mode before they count as failed, in milliseconds. A later hash is still used. */
const HASH_TIMEOUT_MS = 10_000

interface Needs {
  platform: Pick<FlagPlatform, 'clock' | 'random'>
  createSource: CreateFlagSource<WireFlag, Context>
  /** The context's signature; an empty string if the service requires none. */
  hash: string | Promise<string>
  onFlags(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags cannot be fetched, and are not expected soon. */
  onFailure(error: Error): void
  /** Reports what is wrong. The signal aborts when flags arrive: those of a request, if the service had refused one for good. */
  report(problem: Error, until: AbortSignal): void
}

export type FlagLoader = ReturnType<typeof createFlagLoader>

/** Loads the flags of one context from their source: requests them until they are there, and follows changes while that is wanted. */
export function createFlagLoader(context: Context, { platform, createSource, ...needs }: Needs) {
  const { clock, random } = platform
  const ending = new AbortController()
  /** Absent while the signature is awaited. */
  let source: FlagSource<WireFlag> | undefined
  let isPollWanted = false
  let isStreamWanted = false
  let polling: AbortController | undefined
  let streaming: AbortController | undefined
  /** The retry of a failed poll, while it waits. */
  let waiting: Retry | undefined
  /** Present from the first report until flags arrive. */
  let trouble: AbortController | undefined
  /** The service refuses requests for good, as the next page will find: the flags of a stream do not end this trouble. */
  let isRefused = false
  let isStale = false
  /** Whether the poll under way was sent in this very task: a stream that starts now misses no change. */
  let isJustSent = false
  /** Changes that were streamed during a poll, whose answer may be older. */
  let changed: [key: string, flag: WireFlag][] = []
  if (typeof needs.hash === 'string') source = createSource(context, needs.hash)
  else void waitFor(needs.hash)

  function report(problem: Error) {
    trouble ??= childController(ending.signal)
    needs.report(problem, trouble.signal)
  }

  function fail(error: Error, isReported?: boolean) {
    needs.onFailure(error)
    if (!isReported) report(error)
  }

  function take(flags: WireFlags) {
    if (!isRefused) {
      trouble?.abort()
      trouble = undefined
    }
    needs.onFlags(flags)
  }

  async function waitFor(signature: Promise<string>) {
    const isMissing = () => fail(missingHash())
    const cancel = clock.after(HASH_TIMEOUT_MS, isMissing)
    ending.signal.addEventListener('abort', cancel)
    // The error is the application's own, and may contain a secret. JavaScript callers may pass any value.
    const answer: unknown = await Promise.resolve(signature).catch(() => {})
    cancel()
    if (ending.signal.aborted) return
    if (typeof answer !== 'string') return isMissing()
    source = createSource(context, answer)
    if (isPollWanted) void startPoll()
    follow()
  }

  async function startPoll() {
    isPollWanted = true
    // Pings that arrive during a poll cause one further poll.
    isStale = Boolean(polling && !waiting)
    // A ping shows that the service has recovered: it is polled at once, unless it has asked for a wait.
    waiting?.retryNow()
    if (polling || !source) return
    const { signal } = (polling = childController(ending.signal))
    const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
    let isReported = false
    while (!signal.aborted) {
      changed = []
      // The flags of a stream do not end the request: it is worth knowing that it has no answer.
      const asking = source.fetch(ending.signal)
      isJustSent = true
      queueMicrotask(() => (isJustSent = false))
      const outcome = await asking
      if (ending.signal.aborted) return
      const isFlags = 'flags' in outcome
      if (!isFlags && outcome.isTimeout && !trouble) report(outcome.error)
      if (signal.aborted) return
      if (isFlags) {
        for (const [key, flag] of changed) if (isNewer(flag, outcome.flags[key])) outcome.flags[key] = flag
        isRefused = false
        take(outcome.flags)
        break
      }
      const { error, isPermanent, retryAfterMs = 0 } = outcome
      const delayMs = retry.failed(retryAfterMs)
      if (!isReported && (isPermanent || retry.failures === REQUESTS_BEFORE_FAILURE || retryAfterMs > LONG_REST_MS)) {
        isReported = true
        fail(error, outcome.isTimeout)
      }
      if (isPermanent) {
        isRefused = true
        break
      }
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
    if (!source?.follow || ending.signal.aborted || isStreamWanted === Boolean(streaming)) return
    streaming?.abort()
    streaming = isStreamWanted ? childController(ending.signal) : undefined
    if (!streaming) return
    const on = {
      stale: () => void startPoll(),
      flags(all: WireFlags) {
        stopPolling() // the answer under way is older
        take(all)
      },
      patch(key: string, flag: WireFlag) {
        if (polling) changed.push([key, flag])
        needs.onPatch(key, flag)
      },
      hasMissed: () => !isJustSent,
    }
    source.follow(on, streaming.signal)
  }

  return {
    poll: () => void startPoll(),
    setStreaming(isWanted: boolean) {
      isStreamWanted = isWanted
      follow()
    },
    /** Nothing is loaded afterwards. */
    stop: () => ending.abort(),
  }
}
