import { REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { Load } from '../core/loadLater.ts'
import type { SendDiagnostics } from './diagnostics.ts'
import type { DiagnosticStats, FlagActivity, FlagActivityNeeds, LoadFile } from './flagActivity.ts'
import { flagError } from './flagErrors.ts'
import type { Goal, WatchGoals } from './goals.ts'
import { headersFor } from './poll.ts'
import { createRecorder } from './recorder.ts'

/** The version in `package.json`, copied by hand: a test compares them. */
export const VERSION = '0.1.0'

const AGENT = { 'X-LaunchDarkly-User-Agent': `Telltale/${VERSION}` }

/** The code that few pages need. */
export interface FlagEventFiles {
  loadGoals: Load<WatchGoals>
  loadDiagnostics: Load<SendDiagnostics>
  /** How long a page is left to itself before the file for diagnostics is loaded, in milliseconds. */
  diagnosticsDelayMs?: number
}

const atOnce: LoadFile = (load, onLoaded) => {
  const part = load()
  if (!(part instanceof Promise)) onLoaded(part)
}

/** Everything that is sent to the service about this page: events, diagnostics and goals. */
export function createFlagEvents(needs: FlagActivityNeeds, stats: DiagnosticStats): Omit<FlagActivity, 'openStream'> {
  const { settings, platform, report, loadFile = atOnce } = needs
  const ending = new AbortController()
  const { signal } = ending
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && platform.visitor?.isDoNotTrack())
  const since = platform.clock.now()
  let isStarted = false

  const request = (path: string, more: Record<string, string> = {}) => ({
    url: `${settings.eventsUrl}/events/${path}/${encodeURIComponent(settings.clientSideId)}`,
    headers: headersFor(settings, {
      ...(settings.sendLDHeaders && AGENT),
      'Content-Type': 'application/json',
      ...more,
    }),
  })
  const recorder = createRecorder({
    platform,
    settings,
    isKept: needs.isKept,
    stats,
    report,
    signal,
    request: (batchId) => request('bulk', { 'X-LaunchDarkly-Event-Schema': '4', 'X-LaunchDarkly-Payload-ID': batchId }),
  })
  // Not the original URL when the transformer throws: it may contain what the transformer removes.
  const url = () =>
    attempt(
      () => settings.eventUrlTransformer(platform.page.url()),
      () => '',
    )

  /** Called with the first context: before that there is no context that an event could belong to. */
  function start() {
    if (signal.aborted) return
    signal.addEventListener('abort', platform.page.onMayExit(recorder.exit))
    recorder.start()
    if (!settings.diagnosticOptOut) {
      const { diagnosticsDelayMs } = needs
      if (!diagnosticsDelayMs) loadDiagnostics()
      else signal.addEventListener('abort', platform.clock.after(diagnosticsDelayMs, loadDiagnostics))
    }
    if (settings.fetchGoals) void requestGoals()
  }

  function loadDiagnostics() {
    const diagnosticNeeds = { settings, platform, request: request('diagnostic'), version: VERSION, since, takeStats }
    loadFile(needs.loadDiagnostics, (sendDiagnostics) => sendDiagnostics(diagnosticNeeds, signal))
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
    // A network that is down is reported with the flags.
    if (!parsed && reason) report(`Error fetching goals: ${reason} (T103)`)
    needs.onGoalsReady?.()
    const goals = (Array.isArray(parsed) ? parsed.filter(isRecord) : []) as unknown as Goal[]
    if (goals[0]) loadFile(needs.loadGoals, (watchGoals) => watchGoals(goals, { platform, onGoal }, signal))
  }

  function onGoal({ kind, key, selector }: Goal) {
    recorder.record({ kind, key, url: url(), selector }, true)
  }

  return {
    ...recorder,
    track(key, data, metricValue) {
      if (typeof key === 'string') return recorder.record({ kind: 'custom', key, data, metricValue, url: url() })
      const name = attempt(() => String(key), String)
      report(flagError('InvalidEventKey', `Custom event "${name}" does not exist (T112)`))
    },
    setContext(context) {
      recorder.setContext(isOn ? context : undefined)
      if (!isOn || !context || isStarted) return
      isStarted = true
      // In a microtask, so that the flags are requested first.
      void Promise.resolve().then(start)
    },
    stop() {
      recorder.exit()
      recorder.stop()
      ending.abort()
    },
  }
}
