import { writeJson } from '../core/lib/json.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import { VERSION } from '../core/version.ts'
import type { FlagPlatform } from '../flags/flagProvider.ts'
import type { FlagSettings } from './flagSettings.ts'

/** What happened since the last diagnostic event. */
export interface DiagnosticStats {
  droppedEvents: number
  eventsInLastBatch: number
  streamInits: StreamInit[]
}

export interface StreamInit {
  timestamp: number
  failed: boolean
  durationMillis: number
}

interface DiagnosticNeeds {
  settings: FlagSettings
  platform: Pick<FlagPlatform, 'http' | 'clock' | 'random'>
  request: HttpRequest
  /** When the statistics began, in milliseconds since 1970. */
  since: number
  /** Returns the statistics, and resets them. */
  takeStats(): DiagnosticStats
}

/**
 * Sends the client's configuration to the service once, and its statistics periodically. A failed request is not retried.
 */
export function sendDiagnostics(needs: DiagnosticNeeds, signal: AbortSignal): void {
  const { settings, request } = needs
  const { http, clock, random } = needs.platform
  const { wrapperName, wrapperVersion } = settings
  const id = { diagnosticId: random.uuid(), sdkKeySuffix: settings.clientSideId.slice(-6) }
  let dataSinceDate = needs.since
  let cancel = () => {}

  async function send(kind: string, more: object) {
    const body = writeJson({ kind, id, creationDate: clock.now(), ...more })
    const answer = await http({ ...request, method: 'POST', body, signal })
    if (answer.outcome === 'success') await answer.text() // reading the body to its end frees the connection
  }

  function schedule() {
    cancel = clock.after(settings.diagnosticRecordingInterval, () => {
      void send('diagnostic', { dataSinceDate, ...needs.takeStats() })
      dataSinceDate = clock.now()
      schedule()
    })
  }

  signal.addEventListener('abort', () => cancel())
  schedule()
  void send('diagnostic-init', {
    sdk: { name: 'telltale', version: VERSION, wrapperName, wrapperVersion },
    configuration: configurationOf(settings),
    platform: { name: 'JS' },
  })
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
