import type { HttpResult } from '../core/http/http.ts'
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
import { streamFlags } from './streamFlags.ts'

/** After this many polls without an answer the flags count as failed; polling goes on, more slowly. */
const POLLS_BEFORE_FAILURE = 3
const POLL_BACKOFF = { firstMs: 1000, maxMs: 300_000 }

export interface FlagSourceNeeds {
  platform: Pick<FlagOutside, 'http' | 'clock' | 'random' | 'tabs'>
  /** The requests for the flags of one context. */
  poll: Poll
  stream(): HttpRequest
  streamReconnectDelay: number
  onFlags(flags: WireFlags, etag: string | undefined): void
  onPatch(key: string, flag: WireFlag): void
  onEnvironment(id: string | undefined): void
  /** When a stream ends: whether the service had accepted it, and the milliseconds until its answer. */
  onStreamInit(failed: boolean, durationMillis: number): void
  /** The flags could not be had, and will not be soon. */
  onFailure(error: Error): void
  /** Something went wrong that does not stand in the way of having flags. */
  report(problem: string | Error): void
}

export interface FlagSource {
  poll(): void
  setStreaming(isWanted: boolean): void
  stop(): void
}

/** Brings the flags of one context: by poll, and by a stream while that is wanted. */
export function createFlagSource(needs: FlagSourceNeeds): FlagSource {
  const { platform } = needs
  let polling: AbortController | undefined
  let isStale = false
  /** The rest between two polls, of which the first failed. */
  let resting: AbortController | undefined
  let streaming: AbortController | undefined
  /** Changes that were streamed while an answer was awaited, which may be older. */
  let changed: [key: string, flag: WireFlag][] = []

  async function poll() {
    // Pings that come while an answer is awaited are answered by one further poll.
    isStale = polling !== undefined && !resting
    // A service that says something is well again: it is asked at once.
    resting?.abort()
    if (polling) return
    const { signal } = (polling = new AbortController())
    for (let failures = 1; ; failures += 1) {
      changed = []
      const outcome = await pollFlags(needs.poll, platform.http, signal)
      if (signal.aborted) return
      if (outcome.flags) {
        needs.onEnvironment(outcome.environmentId)
        for (const [key, flag] of changed) if (isNewer(flag, outcome.flags[key])) outcome.flags[key] = flag
        needs.onFlags(outcome.flags, outcome.etag)
        break
      }
      if (outcome.isPermanent || failures === POLLS_BEFORE_FAILURE) needs.onFailure(outcome.error)
      if (outcome.isPermanent) break
      resting = new AbortController()
      await sleep(platform.clock, backoffMs(failures, POLL_BACKOFF, platform.random.number()), resting.signal)
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
    const parsed = parseJson(data)
    const isPut = event === 'put'
    // What the service may say one day besides is none of ours.
    if (!/^(put|patch|delete)$/.test(event)) return
    if (!isRecord(parsed) || (!isPut && typeof parsed['key'] !== 'string')) {
      const message = 'Invalid data received from LaunchDarkly; connection may have been interrupted'
      return needs.report(flagError('InvalidData', message))
    }
    if (isPut) {
      stopPolling() // what is on its way is older
      return needs.onFlags(readFlags(parsed) ?? {}, undefined)
    }
    const { key, version } = parsed as { key: string; version: unknown }
    const flag = event === 'patch' ? parsed : { version }
    if (polling) changed.push([key, flag])
    needs.onPatch(key, flag)
  }

  function onAnswer(answer: HttpResult, start: number) {
    const isAccepted = answer.outcome === 'success'
    if (isAccepted) needs.onEnvironment(answer.header('x-ld-envid'))
    needs.onStreamInit(!isAccepted, platform.clock.now() - start)
  }

  function onFailure(reason: string, retryMs: number | undefined) {
    needs.report(
      retryMs === undefined
        ? flagError('UnexpectedResponse', `Error on stream connection ${reason}, giving up permanently`)
        : `Error on stream connection: ${reason}, will continue retrying after ${retryMs} milliseconds.`,
    )
  }

  function stream(signal: AbortSignal): Promise<void> {
    const { tabs, clock } = platform
    const request = needs.stream()
    const listening = { platform, firstDelayMs: needs.streamReconnectDelay, onAnswer, onFailure }
    const open = (listener: typeof onMessage, until: AbortSignal) =>
      streamFlags(request, { ...listening, onMessage: listener }, until)
    if (!tabs) return open(onMessage, signal)
    return shareStream(request, { tabs, clock, stream: open, onMessage, onMissed: () => void poll() }, signal)
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
