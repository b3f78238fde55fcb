import { backoffMs } from '../core/lib/backoffMs.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Context } from '../core/model/context.ts'
import type { Platform } from '../core/ports/platform.ts'
import { flagError } from './flagErrors.ts'
import { flagRequest } from './flagRequest.ts'
import type { FlagSettings } from './flagSettings.ts'
import { pollFlags } from './pollFlags.ts'
import { readFlags, type WireFlag, type WireFlags } from './readFlag.ts'
import { streamFlags } from './streamFlags.ts'

/** After this many polls without an answer the flags count as failed; polling goes on more slowly. */
const POLLS_BEFORE_FAILURE = 3
const POLL_BACKOFF = { firstMs: 1000, maxMs: 300_000 }

export interface FlagSourceNeeds {
  settings: FlagSettings
  platform: Pick<Platform, 'transport' | 'clock' | 'random'>
  onFlags(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** The flags could not be had, and will not be soon. */
  onFailure(error: Error): void
  /** Something went wrong that does not stand in the way of having flags. */
  onProblem(message: string | Error): void
}

export interface FlagSource {
  setStreaming(isWanted: boolean): void
  stop(): void
}

/** Brings the flags of one context: polls once, streams while that is wanted, and polls again when a stream says so. */
export function createFlagSource(context: Context, needs: FlagSourceNeeds): FlagSource {
  const { settings, platform } = needs
  let polling: AbortController | undefined
  let isStale = false
  let streaming: AbortController | undefined

  async function poll() {
    // Pings that come while an answer is awaited are answered by one further poll.
    isStale = polling !== undefined
    if (isStale) return
    const { signal } = (polling = new AbortController())
    for (let failures = 1; ; failures += 1) {
      const outcome = await pollFlags(flagRequest('poll', context, settings), platform, signal)
      if (signal.aborted) return
      if ('flags' in outcome) {
        needs.onFlags(outcome.flags)
        break
      }
      if (outcome.isPermanent || failures === POLLS_BEFORE_FAILURE) needs.onFailure(outcome.error)
      if (outcome.isPermanent || signal.aborted) break
      await sleep(platform.clock, backoffMs(failures, POLL_BACKOFF, platform.random.number()), signal)
      if (signal.aborted) return
    }
    if (signal.aborted) return
    polling = undefined
    if (isStale) void poll()
  }

  function stopPolling() {
    polling?.abort()
    polling = undefined
  }

  function onMessage({ event, data }: { event?: string | undefined; data: string }) {
    if (event === 'ping') return void poll()
    const parsed = parseJson(data)
    if (!isRecord(parsed)) {
      return needs.onProblem(
        flagError('InvalidData', 'Invalid data received from LaunchDarkly; connection may have been interrupted'),
      )
    }
    if (event === 'put') {
      // It is younger than the answer of a poll that is under way.
      stopPolling()
      needs.onFlags(readFlags(parsed) ?? {})
    }
    const { key, version } = parsed
    if (event === 'patch') needs.onPatch(String(key), parsed)
    if (event === 'delete') needs.onPatch(String(key), { version })
  }

  void poll()

  return {
    setStreaming(isWanted) {
      if (isWanted === Boolean(streaming)) return
      streaming?.abort()
      streaming = isWanted ? new AbortController() : undefined
      if (!streaming) return
      void streamFlags(
        flagRequest('stream', context, settings),
        {
          platform,
          firstDelayMs: settings.streamReconnectDelay,
          onMessage,
          onFailure: (reason, retryMs) =>
            needs.onProblem(
              retryMs === undefined
                ? flagError('UnexpectedResponse', `Error on stream connection ${reason}, giving up permanently`)
                : `Error on stream connection: ${reason}, will continue retrying after ${retryMs} milliseconds.`,
            ),
        },
        streaming.signal,
      )
    },
    stop() {
      stopPolling()
      streaming?.abort()
    },
  }
}
