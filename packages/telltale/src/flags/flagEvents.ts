import { REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import { keysOf } from './readContext.ts'
import { createFlagEventSender } from './flagEventSender.ts'
import type { SendDiagnostics } from './diagnostics.ts'
import { type DiagnosticStats, noStats } from './diagnosticStats.ts'
import { flagError } from './flagErrors.ts'
import type { FlagDeps } from './flagClient.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagEntry } from './flagStore.ts'
import type { Goal, WatchGoals } from './goals.ts'
import { type Headers, VERSION } from './flagRequests.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { UndeliveredFlagEvents } from './undeliveredFlagEvents.ts'

export interface FlagEvents extends Omit<Recorder, 'exit'> {
  /** Records a custom event. The key is a string that JavaScript callers may have replaced by anything. */
  track(key: string, data?: unknown, metricValue?: number): void
}

export interface FlagEventsNeeds {
  settings: FlagSettings
  platform: FlagDeps
  /** Keeps events that could not be delivered for the next page. */
  undelivered?: ((storage: KeyValueStorage, environment: string) => UndeliveredFlagEvents) | undefined
  headers: Headers
  stats: DiagnosticStats
  entry(key: string): FlagEntry
  contextNow(): Context | undefined
  report(problem: Error | string): void
  onGoalsReady(): void
  /** Loads a file that few pages need. If absent, files are there at once. */
  loadFile?: LoadFile | undefined
}

export type LoadFile = <Part extends object>(load: Load<Part>, onLoaded: (part: Part) => void) => void

/** The code that few pages need. */
export interface FlagEventFiles {
  loadGoals: Load<WatchGoals>
  loadDiagnostics: Load<SendDiagnostics>
}

const atOnce: LoadFile = (load, onLoaded) => {
  const part = load()
  if (!(part instanceof Promise)) onLoaded(part)
}

/** Everything that is sent to the service about this page: events, diagnostics and goals. */
export function createFlagEvents(needs: FlagEventsNeeds & FlagEventFiles): FlagEvents {
  const { settings, platform, headers, stats, report, loadFile = atOnce } = needs
  const ending = new AbortController()
  const { signal } = ending
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && platform.visitor?.isDoNotTrack())
  const since = platform.clock.now()
  let isStarted = false

  const request = (path: string, more: Record<string, string> = {}) => ({
    url: `${settings.eventsUrl}/events/${path}/${encodeURIComponent(settings.clientSideId)}`,
    headers: headers({ 'Content-Type': 'application/json', ...more }, true),
  })
  const sender = createFlagEventSender({
    platform,
    report,
    signal,
    undelivered: needs.undelivered?.(platform.storage, settings.clientSideId),
    request: (batchId) => request('bulk', { 'X-LaunchDarkly-Event-Schema': '4', 'X-LaunchDarkly-Payload-ID': batchId }),
  })
  const recorder = createRecorder({ settings, platform, sender, entry: needs.entry, stats })
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
    if (sender.resume()) void recorder.flush()
    if (!settings.diagnosticOptOut) {
      loadFile(needs.loadDiagnostics, (sendDiagnostics) =>
        sendDiagnostics(
          { settings, platform, request: request('diagnostic'), version: VERSION, since, takeStats },
          signal,
        ),
      )
    }
    if (settings.fetchGoals) void requestGoals()
  }

  function takeStats(): DiagnosticStats {
    const taken = { ...stats }
    Object.assign(stats, noStats())
    return taken
  }

  async function requestGoals() {
    const url = `${settings.baseUrl}/sdk/goals/${encodeURIComponent(settings.clientSideId)}`
    const answer = await platform.http({ url, headers: headers(), signal })
    const parsed = answer.outcome === 'success' ? parseJson((await answer.text()) ?? '') : undefined
    if (signal.aborted) return
    const reason = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : answer.status
    // A network that is down is reported with the flags.
    if (!parsed && reason)
      report(`Error fetching goals, which count clicks and page views for experiments: ${reason} (T103)`)
    needs.onGoalsReady()
    const goals = (Array.isArray(parsed) ? parsed.filter(isRecord) : []) as unknown as Goal[]
    if (goals[0]) loadFile(needs.loadGoals, (watchGoals) => watchGoals(goals, { platform, onGoal }, signal))
  }

  function onGoal({ kind, key, selector }: Goal) {
    const context = needs.contextNow()
    if (context) recorder.record({ kind, key, url: url(), selector, contextKeys: keysOf(context), context: undefined })
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
