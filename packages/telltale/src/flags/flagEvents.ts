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
  context(): Context | undefined
  report(problem: Error | string): void
  onGoalsReady(): void
}

/** All that is sent to the service about what happens here. */
export function createFlagEvents(needs: FlagEventsNeeds): FlagEvents {
  const { settings, platform, headers, report } = needs
  const ending = new AbortController()
  const { signal } = ending
  const environment = encodeURIComponent(settings.clientSideId)
  const json = { 'Content-Type': 'application/json' }
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && platform.page.isDoNotTrack?.())
  let stats = noStats()
  let isStarted = false

  const delivery = createDelivery({
    platform,
    report,
    signal,
    request: (batchId) => ({
      url: `${settings.eventsUrl}/events/bulk/${environment}`,
      headers: headers({ ...json, 'X-LaunchDarkly-Event-Schema': '4', 'X-LaunchDarkly-Payload-ID': batchId }, true),
    }),
  })
  const recorder = createRecorder({ settings, platform, delivery, cell: needs.cell, stats: () => stats })
  const url = () => settings.eventUrlTransformer(platform.page.url())

  /** From the first context on: before that there is nobody whom anything could be about. */
  function start() {
    if (signal.aborted) return
    signal.addEventListener('abort', platform.page.onMayExit(recorder.exit))
    if (!settings.diagnosticOptOut) {
      const request = { url: `${settings.eventsUrl}/events/diagnostic/${environment}`, headers: headers(json, true) }
      const takeStats = () => {
        const taken = stats
        stats = noStats()
        return taken
      }
      void sendDiagnostics({ settings, platform, request, takeStats }, signal)
    }
    if (settings.fetchGoals) {
      const request = { url: `${settings.baseUrl}/sdk/goals/${environment}`, headers: headers() }
      const onReady = needs.onGoalsReady
      void watchGoals({ request, platform, report, onReady, onGoal }, signal)
    }
  }

  function onGoal({ kind, key, selector }: { kind: string; key: string; selector?: string }) {
    const context = needs.context()
    if (context) recorder.record({ kind, key, url: url(), selector, contextKeys: keysOf(context), context: undefined })
  }

  return {
    ...recorder,
    url,
    get stats() {
      return stats
    },
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
