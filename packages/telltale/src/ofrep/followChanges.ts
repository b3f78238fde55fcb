import { REDIRECTS, isPermanentStatus, type Http, type HttpResult } from '../core/http/http.ts'
import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import { createRetry } from '../core/lib/retry.ts'
import { readServerSentEvents, type ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { childController, delayedAction, sleep } from '../core/lib/time.ts'
import type { Page, Platform } from '../core/ports/platform.ts'
import type { FlagChanges, FlagSource } from '../flags/flagSource.ts'
import type { WireFlag } from '../flags/wireFlags.ts'
import type { FollowSource, OfrepSource } from './ofrepSource.ts'
import { IDLE_MS } from './readEvaluation.ts'

const BACKOFF = { firstMs: 1_000, maxMs: 60_000 }
/** After a stream has been open for this long, in milliseconds, the next failure counts as the first again. */
const STABLE_AFTER_MS = 60_000
/** A stream without data for this long, in milliseconds, is reopened: proxies end connections silently. */
const READ_TIMEOUT_MS = 300_000
/** After a stream has been open for this long, in milliseconds, the trouble with it has ended. */
const SETTLED_MS = 10_000
/** Messages within this time, in milliseconds, cause one request. */
const TOGETHER_MS = 50

export interface FollowNeeds {
  platform: Pick<Platform, 'clock' | 'random'> & { page: Page }
  http: Http
  /** How often flags are requested while changes are followed, if the server has no stream. */
  pollIntervalMs: number | undefined
  report(problem: string, until: AbortSignal): void
}

/** What follows changes of the flags of a server. */
export interface Following {
  /** Follows the streams of a source. Called in one tab of the browser. */
  readonly streams: FollowSource
  /** Follows a source with what reads it for all tabs, but not when the page has been hidden for long. Called in each tab. */
  whileShown(source: OfrepSource, reader: FlagSource<WireFlag>, until: Until): void
}

interface Until {
  readonly on: FlagChanges<WireFlag>
  readonly signal: AbortSignal
}

export const followChanges = (needs: FollowNeeds): Following => ({
  streams(source, on, signal) {
    const { clock } = needs.platform
    const refetch = delayedAction(clock, TOGETHER_MS, () => signal.aborted || on.stale())
    let followed = ''
    let opened = childController(signal)

    function reopen() {
      const { streams = [] } = source.latest.get() ?? {}
      if (writeJson(streams) === followed) return
      followed = writeJson(streams)
      opened.abort()
      opened = childController(signal)
      for (const url of streams) void keepOpen(url, { ...needs, source, on, refetch: refetch.schedule }, opened.signal)
      if (!streams[0] && needs.pollIntervalMs) void poll(needs.pollIntervalMs, opened.signal)
    }

    async function poll(ms: number, until: AbortSignal) {
      for (;;) {
        await sleep(clock, ms, until)
        if (until.aborted) return
        on.stale()
      }
    }

    const unwatch = source.latest.watch(reopen)
    signal.addEventListener('abort', unwatch)
    signal.addEventListener('abort', refetch.flush)
    reopen()
    // With the flags of a bootstrap, nothing has been requested.
    if (!source.isAsked()) on.stale()
  },

  whileShown({ latest, because }, reader, { on, signal }) {
    const { clock, page } = needs.platform
    const idleMs = () => latest.get()?.idleMs ?? IDLE_MS
    let following = follow()
    let hiddenAt = Infinity
    let cancel = () => {}

    function follow() {
      const one = childController(signal)
      reader.follow?.(on, one.signal)
      return one
    }

    function onReturn() {
      cancel()
      // The timers of a page that was suspended have not run.
      if (clock.now() - hiddenAt >= idleMs()) following.abort()
      hiddenAt = Infinity
      const hasStopped = following.signal.aborted
      // Nobody knows what has changed meanwhile.
      if (hasStopped) because()
      if (hasStopped || !latest.get()?.streams[0]) on.stale()
      if (hasStopped) following = follow()
    }

    const undo = [
      page.onReturn(onReturn),
      page.onMayExit(() => {
        cancel()
        hiddenAt = clock.now()
        cancel = clock.after(idleMs(), () => following.abort())
      }),
      () => cancel(),
    ]
    signal.addEventListener('abort', () => undo.forEach((stop) => stop()))
  },
})

interface StreamNeeds extends FollowNeeds {
  source: OfrepSource
  on: FlagChanges
  /** Requests the flags soon. */
  refetch(): void
}

const problemOf = (reason: string | number, until: string) =>
  `The stream of the flag server: ${reason}. No change of a flag arrives${until}. (T208)`

/** Keeps a stream open, until the signal aborts or the server refuses it for good. Its address may contain a token: it is never logged. */
async function keepOpen(url: string, needs: StreamNeeds, signal: AbortSignal): Promise<void> {
  const { http, source, on, refetch, report } = needs
  const { clock, random } = needs.platform
  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  let isFirst = true
  let isReported = false
  let trouble: AbortController | undefined

  function onMessage({ event, data }: ServerSentEvent) {
    const message = parseJson(data)
    if (event !== 'message' || !isRecord(message) || message['type'] !== 'refetchEvaluation') return
    const { etag, lastModified } = message
    const named = Object.entries({ flagConfigEtag: etag, flagConfigLastModified: lastModified })
    const query = named.flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(String(value))}` : []))
    if (query[0]) source.because(`?${query.join('&')}`)
    refetch()
  }

  function end() {
    trouble?.abort()
    trouble = undefined
  }

  async function read({ chunks, limit }: Extract<HttpResult, { outcome: 'success' }>) {
    const open = childController(signal)
    void sleep(clock, SETTLED_MS, open.signal).then(() => open.signal.aborted || end())
    const feed = readServerSentEvents(onMessage)
    try {
      for await (const chunk of chunks()) {
        if (signal.aborted) return
        limit.start()
        feed(chunk)
      }
    } finally {
      limit.end()
      open.abort()
    }
  }

  while (!signal.aborted) {
    const start = clock.now()
    const headers = { Accept: 'text/event-stream' }
    const answer = await http({ url, headers, signal, timeoutMs: READ_TIMEOUT_MS, untilLeave: true })
    if (signal.aborted) return
    const refusal = answer.outcome === 'success' ? undefined : answer
    if (answer.outcome === 'success') {
      // What has changed before the stream was open is in no message. After a break, the server is to send all flags.
      if (!isFirst) source.because()
      isFirst = false
      // Some servers begin with a message: both cause one request.
      refetch()
      await read(answer)
      if (signal.aborted) return
    }
    const silence = refusal?.outcome === 'redirect' ? `the address ${REDIRECTS}` : 'no answer'
    const reason = refusal ? refusal.status || silence : 'closed'
    if (refusal && isPermanentStatus(refusal.status)) {
      report(problemOf(reason, ''), signal)
      // The token in its address may be too old: an answer with all flags has a new one.
      source.because()
      return on.stale()
    }
    if (clock.now() - start >= STABLE_AFTER_MS) retry.succeeded()
    const delayMs = retry.failed(refusal?.retryAfterMs)
    if (retry.failures === 1) isReported = false
    // Servers end healthy streams: that is reported only if it happens repeatedly.
    if (!isReported && (refusal || retry.failures > 1)) {
      isReported = true
      trouble ??= childController(signal)
      report(problemOf(reason, ' until it is open again'), trouble.signal)
    }
    await retry.wait(delayMs)
  }
}
