import { backoffMs } from '../core/lib/backoffMs.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { flagError } from './flagErrors.ts'
import type { FlagOutside } from './flagPlatform.ts'
import { pollFlags, type Poll } from './pollFlags.ts'
import { isNewer, readFlags, type WireFlag, type WireFlags } from './readFlag.ts'
import { shareStream } from './shareStream.ts'
import { streamFlags, type StreamNeeds } from './streamFlags.ts'

/** After this many polls without an answer the flags count as failed; polling goes on, more slowly. */
const POLLS_BEFORE_FAILURE = 3
/** A service that wants to be left alone for longer, in milliseconds, has failed at once: nobody is to wait for that. */
const LONG_REST_MS = 5_000
/** Of a network error: the Relay Proxy's 404 has no CORS headers, and a browser keeps it from the page. */
const FIRST_POLL_HINT = '. Check the client-side ID: in a page, an unknown one looks the same.'
const POLL_BACKOFF = { firstMs: 1000, maxMs: 300_000 }

export interface FlagSourceNeeds extends Omit<StreamNeeds, 'onMessage'> {
  platform: FlagOutside
  /** The requests for the flags of one context. */
  poll: Poll
  stream(): HttpRequest
  onFlags(flags: WireFlags, etag?: string): void
  onPatch(key: string, flag: WireFlag): void
  /** The flags could not be had, and will not be soon. */
  onFailure(error: Error): void
}

export interface FlagSource {
  poll(): void
  setStreaming(isWanted: boolean): void
  stop(): void
}

/** Brings the flags of one context: by poll, and by a stream while that is wanted. */
export function createFlagSource(needs: FlagSourceNeeds): FlagSource {
  const { http, clock, random, tabs, channel } = needs.platform
  let polling: AbortController | undefined
  let isStale = false
  let hint = FIRST_POLL_HINT
  /** The poll under way was asked in this very task: who listens from now on misses nothing. */
  let isJustAsked = false
  /** The rest between two polls, of which the first failed. */
  let resting: AbortController | undefined
  /** How much of it the service has asked for, in milliseconds. */
  let demandedMs = 0
  let streaming: AbortController | undefined
  /** Changes that were streamed while an answer was awaited, which may be older. */
  let changed: [key: string, flag: WireFlag][] = []

  async function poll() {
    // Pings that come while an answer is awaited are answered by one further poll.
    isStale = Boolean(polling && !resting)
    // A service that says something is well again: it is asked at once, unless it wants to be left alone.
    if (!demandedMs) resting?.abort()
    if (polling) return
    const { signal } = (polling = new AbortController())
    let isTold = false
    for (let failures = 1; ; failures += 1) {
      changed = []
      const asking = pollFlags({ ...needs.poll, hint }, http, signal)
      isJustAsked = true
      queueMicrotask(() => (isJustAsked = false))
      const outcome = await asking
      if (signal.aborted) return
      if (outcome.flags) {
        hint = ''
        for (const [key, flag] of changed) if (isNewer(flag, outcome.flags[key])) outcome.flags[key] = flag
        needs.onFlags(outcome.flags, outcome.etag)
        break
      }
      demandedMs = outcome.retryAfterMs
      if (!isTold && (outcome.isPermanent || failures === POLLS_BEFORE_FAILURE || demandedMs > LONG_REST_MS)) {
        isTold = true
        needs.onFailure(outcome.error)
      }
      if (signal.aborted) return
      if (outcome.isPermanent) break
      resting = new AbortController()
      // Added, so that clients which were told the same time do not all come at once.
      await sleep(clock, demandedMs + backoffMs(failures, POLL_BACKOFF, random.number()), resting.signal)
      if (signal.aborted) return
      resting = undefined
    }
    if (signal.aborted) return
    polling = undefined
    if (isStale) void poll()
  }

  function stopPolling() {
    polling?.abort()
    resting?.abort()
    polling = resting = undefined
  }

  function onMessage({ event, data }: ServerSentEvent) {
    if (event === 'ping') return void poll()
    // What the service may say one day besides is none of ours.
    if (!/^(put|patch|delete)$/.test(event)) return
    const parsed = parseJson(data)
    const isPut = event === 'put'
    if (!isRecord(parsed) || (!isPut && typeof parsed['key'] !== 'string')) {
      const message = 'Invalid data in the stream'
      return needs.report(flagError('InvalidData', message))
    }
    if (isPut) {
      stopPolling() // what is on its way is older
      return needs.onFlags(readFlags(parsed) ?? {})
    }
    const { key, version } = parsed as { key: string; version: unknown }
    const flag = event === 'patch' ? parsed : { version }
    if (polling) changed.push([key, flag])
    needs.onPatch(key, flag)
  }

  function stream(signal: AbortSignal) {
    const request = needs.stream()
    const open = (listener: typeof onMessage, until: AbortSignal) =>
      streamFlags(request, { ...needs, onMessage: listener }, until)
    if (!tabs || !channel) return open(onMessage, signal)
    const onMissed = () => void poll()
    return shareStream(
      request,
      { tabs, channel, clock, stream: open, onMessage, onMissed, hasMissed: !isJustAsked },
      signal,
    )
  }

  return {
    poll: () => void poll(),
    setStreaming(isWanted) {
      if (isWanted === Boolean(streaming)) return
      streaming?.abort()
      streaming = isWanted ? new AbortController() : undefined
      if (streaming) void stream(streaming.signal)
    },
    stop() {
      stopPolling()
      streaming?.abort()
      streaming = undefined
    },
  }
}
