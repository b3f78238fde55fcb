import { attempt } from '../core/lib/attempt.ts'
import type { Context } from '../core/model/flag.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import { keysOf } from './readContext.ts'
import { createFlagEventSender } from './flagEventSender.ts'
import { type DiagnosticStats, noStats } from './diagnosticStats.ts'
import { flagError } from './flagErrors.ts'
import type { FlagDeps } from './flagClient.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagEntry } from './flagStore.ts'
import { watchGoals } from './goals.ts'
import { type Headers, VERSION } from './flagRequests.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { UndeliveredFlagEvents } from './undeliveredFlagEvents.ts'
import { sleep } from '../core/lib/time.ts'
import type { HttpRequest } from '../core/ports/transport.ts'

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
}

/** Everything that is sent to the service about this page: events, diagnostics and goals. */
export function createFlagEvents(needs: FlagEventsNeeds): FlagEvents {
  const { settings, platform, headers, stats, report } = needs
  const ending = new AbortController()
  const { signal } = ending
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && platform.visitor?.isDoNotTrack())
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
      void sendDiagnostics({ settings, platform, stats, request: request('diagnostic') }, signal)
    }
    if (settings.fetchGoals) {
      const goals = `${settings.baseUrl}/sdk/goals/${encodeURIComponent(settings.clientSideId)}`
      const onReady = needs.onGoalsReady
      void watchGoals({ request: { url: goals, headers: headers() }, platform, report, onReady, onGoal }, signal)
    }
  }

  function onGoal({ kind, key, selector }: { kind: string; key: string; selector?: string }) {
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

interface DiagnosticNeeds {
  settings: FlagSettings
  platform: Pick<FlagDeps, 'http' | 'clock' | 'random'>
  request: HttpRequest
  /** Reset after each report. */
  stats: DiagnosticStats
}

/** Sends the client's configuration to the service once, and its statistics periodically. A failed request is not retried. */
async function sendDiagnostics(needs: DiagnosticNeeds, signal: AbortSignal): Promise<void> {
  const { settings, request, stats } = needs
  const { http, clock, random } = needs.platform
  const id = { diagnosticId: random.uuid(), sdkKeySuffix: settings.clientSideId.slice(-6) }
  let dataSinceDate = clock.now()
  async function send(kind: string, more: object) {
    const body = JSON.stringify({ kind, id, creationDate: clock.now(), ...more })
    const answer = await http({ ...request, method: 'POST', body, signal })
    if (answer.outcome === 'success') await answer.text() // reading the body to its end frees the connection
  }

  void send('diagnostic-init', {
    sdk: {
      name: 'telltale',
      version: VERSION,
      wrapperName: settings.wrapperName,
      wrapperVersion: settings.wrapperVersion,
    },
    configuration: configurationOf(settings),
    platform: { name: 'JS' },
  })
  for (;;) {
    await sleep(clock, settings.diagnosticRecordingInterval, signal)
    if (signal.aborted) return
    void send('diagnostic', { dataSinceDate, ...stats })
    Object.assign(stats, noStats())
    dataSinceDate = clock.now()
  }
}

function configurationOf(settings: FlagSettings) {
  const isOwn = (url: string) => !url.endsWith('.launchdarkly.com')
  return {
    customBaseURI: isOwn(settings.baseUrl),
    customStreamURI: isOwn(settings.streamUrl),
    customEventsURI: isOwn(settings.eventsUrl),
    eventsCapacity: settings.eventCapacity,
    eventsFlushIntervalMillis: settings.flushInterval,
    reconnectTimeMillis: settings.streamReconnectDelay,
    streamingDisabled: !settings.streaming,
    allAttributesPrivate: settings.allAttributesPrivate,
    diagnosticRecordingIntervalMillis: settings.diagnosticRecordingInterval,
    usingSecureMode: Boolean(settings.hash),
    bootstrapMode: Boolean(settings.bootstrap),
    fetchGoalsDisabled: !settings.fetchGoals,
  }
}
