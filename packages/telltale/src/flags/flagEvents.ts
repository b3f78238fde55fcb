import { attempt } from '../core/lib/attempt.ts'
import type { Context } from '../core/model/context.ts'
import { keysOf } from './contextKinds.ts'
import { createDelivery } from './delivery.ts'
import { noStats, sendDiagnostics, type DiagnosticStats } from './diagnostics.ts'
import type { FlagOutside } from './flagPlatform.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { Cell } from './flagStore.ts'
import { watchGoals } from './goals.ts'
import type { Headers } from './headers.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export interface FlagEvents extends Recorder {
  readonly stats: DiagnosticStats
  /** The address of the page, as events show it. */
  url(): string
}

interface FlagEventsNeeds {
  settings: FlagSettings
  platform: FlagOutside
  headers: Headers
  cell(key: string): Cell
  contextNow(): Context | undefined
  report(problem: Error | string): void
  onGoalsReady?(): void
}

/** All that is sent to the service about what happens here. */
export function createFlagEvents(needs: FlagEventsNeeds): FlagEvents {
  const { settings, platform, headers, report } = needs
  const ending = new AbortController()
  const { signal } = ending
  const stats = noStats()
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && platform.visitor?.isDoNotTrack())
  let isStarted = false

  const request = (path: string, more: Record<string, string> = {}) => ({
    url: `${settings.eventsUrl}/events/${path}/${encodeURIComponent(settings.clientSideId)}`,
    headers: headers({ 'Content-Type': 'application/json', ...more }, true),
  })
  const delivery = createDelivery({
    platform,
    report,
    signal,
    request: (batchId) => request('bulk', { 'X-LaunchDarkly-Event-Schema': '4', 'X-LaunchDarkly-Payload-ID': batchId }),
  })
  const recorder = createRecorder({ settings, platform, delivery, cell: needs.cell, stats })
  // Not the address as it is where it cannot be changed: it was to be without something.
  const url = () =>
    attempt(
      () => settings.eventUrlTransformer(platform.page.url()),
      () => '',
    )

  /** From the first context on: before that there is nobody whom anything could be about. */
  function start() {
    if (signal.aborted) return
    signal.addEventListener('abort', platform.page.onMayExit(recorder.exit))
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
    url,
    stats,
    enter(context) {
      recorder.enter(isOn ? context : undefined)
      if (!isOn || !context || isStarted) return
      isStarted = true
      // A moment later: the flags are asked for first.
      void Promise.resolve().then(start)
    },
    stop() {
      recorder.exit()
      recorder.stop()
      ending.abort()
    },
  }
}
