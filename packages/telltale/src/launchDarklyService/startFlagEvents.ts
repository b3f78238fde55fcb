import { REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { VERSION } from '../core/version.ts'
import type { ReceiveCall } from '../flags/flagCalls.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { type DiagnosticStats, sendDiagnostics } from './flagDiagnostics.ts'
import { createFlagEvents } from './flagEvents.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagChanges } from '../flags/flagSource.ts'
import type { CountedFlag } from '../flags/flagStore.ts'
import type { WireFlag } from '../flags/wireFlags.ts'
import { type Goal, watchGoals } from './goals.ts'
import { headersFor } from './headersFor.ts'
import type { ShareStream } from '../flags/shareStream.ts'
import { createFlagStream } from './streamFlags.ts'

const AGENT = { 'X-LaunchDarkly-User-Agent': `Telltale/${VERSION}` }

/** What a flag client does besides requesting flags: it sends events about them, and receives their changes. */
export interface FlagEvents {
  /** Records a call. */
  receive: ReceiveCall
  /** Counts an evaluation of a plain flag: the fastest way. */
  count(entry: CountedFlag, fallback: unknown): void
  /** Sends the queued events. Resolves when they have been delivered, or after the first failure. */
  flush(): Promise<void>
  openStream: OpenStream
  stop(): void
}

/**
 * Keeps a stream open until the signal aborts or the service refuses it permanently. The URL of the request begins after
 * `streamUrl`.
 */
export type OpenStream = (request: HttpRequest, on: FlagChanges<WireFlag>, signal: AbortSignal) => void

interface Needs {
  settings: FlagSettings
  platform: LateFlagPlatform
  report(problem: Error | string, until?: AbortSignal): void
  onGoalsReady?: (() => void) | undefined
  /** Reports what is wrong with a flag that the user is shown. */
  check?: ((entry: CountedFlag, isFirstContext: boolean) => void) | undefined
  isKept?: boolean | undefined
  shareStream?: ShareStream | undefined
  /** How many calls were dropped before. */
  dropped?: number
  /** How long a page is left to itself before diagnostics are sent, in milliseconds. */
  diagnosticsDelayMs?: number | undefined
}

/** Everything that a client sends to the service about this page, events, diagnostics and goals, and the stream of changes. */
export function startFlagEvents(needs: Needs): FlagEvents {
  const { settings, platform, report } = needs
  const stats: DiagnosticStats = { droppedEvents: needs.dropped ?? 0, eventsInLastBatch: 0, streamInits: [] }
  const ending = new AbortController()
  const { signal } = ending
  const since = platform.clock.now()

  const request = (path: string, more: Record<string, string> = {}) => ({
    url: `${settings.eventsUrl}/events/${path}/${encodeURIComponent(settings.clientSideId)}`,
    headers: headersFor(settings, {
      ...(settings.sendLDHeaders && AGENT),
      'Content-Type': 'application/json',
      ...more,
    }),
  })
  // Not the original URL when the transformer throws: it may contain what the transformer removes.
  const url = () =>
    attempt(
      () => settings.eventUrlTransformer(platform.page.url()),
      () => '',
    )
  const events = createFlagEvents({
    platform,
    settings,
    isKept: needs.isKept,
    stats,
    report,
    signal,
    url,
    check: needs.check,
    // In a microtask, so that the flags are requested first.
    onFirstContext: () => void Promise.resolve().then(start),
    request: (batchId) => request('bulk', { 'X-LaunchDarkly-Event-Schema': '4', 'X-LaunchDarkly-Payload-ID': batchId }),
  })

  function start() {
    if (signal.aborted) return
    signal.addEventListener('abort', platform.page.onMayExit(events.exit))
    events.start()
    if (!settings.diagnosticOptOut) {
      const { diagnosticsDelayMs } = needs
      if (!diagnosticsDelayMs) startDiagnostics()
      else signal.addEventListener('abort', platform.clock.after(diagnosticsDelayMs, startDiagnostics))
    }
    if (settings.fetchGoals) void requestGoals()
  }

  function startDiagnostics() {
    const own = { settings, platform, request: request('diagnostic'), since, takeStats }
    sendDiagnostics(own, signal)
  }

  function takeStats(): DiagnosticStats {
    const taken = { ...stats }
    Object.assign(stats, { droppedEvents: 0, eventsInLastBatch: 0, streamInits: [] })
    return taken
  }

  async function requestGoals() {
    const address = `${settings.baseUrl}/sdk/goals/${encodeURIComponent(settings.clientSideId)}`
    const answer = await platform.http({ url: address, headers: headersFor(settings), signal })
    const parsed = answer.outcome === 'success' ? parseJson((await answer.text()) ?? '') : undefined
    if (signal.aborted) return
    const reason = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : answer.status
    const isList = Array.isArray(parsed)
    // A network that is down is reported with the flags.
    if (!isList && reason) report(`Error fetching goals: ${parsed ? 'the answer is not a list' : reason} (T103)`)
    needs.onGoalsReady?.()
    const goals = (isList ? parsed.filter(isRecord) : []) as unknown as Goal[]
    if (goals[0]) watchGoals(goals, { platform, onGoal }, signal)
  }

  function onGoal({ kind, key, selector }: Goal) {
    events.record({ kind, key, url: url(), selector }, undefined, true)
  }

  return {
    ...events,
    openStream: createFlagStream({
      platform,
      share: needs.shareStream,
      report,
      settings,
      onStreamInit: (init) => stats.streamInits.push(init),
    }),
    stop() {
      events.exit()
      events.stop()
      ending.abort()
    },
  }
}
