import { sleep } from '../core/lib/sleep.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagOutside } from './flagPlatform.ts'
import type { FlagSettings } from './flagSettings.ts'
import { VERSION } from './headers.ts'

export interface StreamInit {
  timestamp: number
  failed: boolean
  durationMillis: number
}

/** What happened since the last diagnostic event. */
export interface DiagnosticStats {
  droppedEvents: number
  eventsInLastBatch: number
  streamInits: StreamInit[]
}

export const noStats = (): DiagnosticStats => ({ droppedEvents: 0, eventsInLastBatch: 0, streamInits: [] })

interface DiagnosticNeeds {
  settings: FlagSettings
  platform: Pick<FlagOutside, 'http' | 'clock' | 'random'>
  request: HttpRequest
  /** Begun anew after each report. */
  stats: DiagnosticStats
}

/** Tells the service how the client is set up, and from time to time how it fares. What is not delivered is not missed. */
export async function sendDiagnostics(needs: DiagnosticNeeds, signal: AbortSignal): Promise<void> {
  const { settings, request, stats } = needs
  const { http, clock, random } = needs.platform
  const id = { diagnosticId: random.uuid(), sdkKeySuffix: settings.clientSideId.slice(-6) }
  let dataSinceDate = clock.now()
  async function send(kind: string, more: object) {
    const body = JSON.stringify({ kind, id, creationDate: clock.now(), ...more })
    const answer = await http({ ...request, method: 'POST', body, signal })
    if (answer.outcome === 'success') await answer.text() // read to its end, the connection is free again
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
