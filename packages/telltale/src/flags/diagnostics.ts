import { sleep } from '../core/lib/sleep.ts'
import { uuidV4 } from '../core/lib/uuid.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'
import { VERSION } from './headers.ts'

interface StreamInit {
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
  platform: Pick<Platform, 'transport' | 'clock' | 'random'>
  request: HttpRequest
  takeStats(): DiagnosticStats
}

/** Tells the service how the client is set up, and from time to time how it fares. What is not delivered is not missed. */
export async function sendDiagnostics(needs: DiagnosticNeeds, signal: AbortSignal): Promise<void> {
  const { settings, request } = needs
  const { transport, clock, random } = needs.platform
  const id = { diagnosticId: uuidV4(random.bytes(16)), sdkKeySuffix: settings.clientSideId.slice(-6) }
  let dataSinceDate = clock.now()
  const send = (kind: string, more: object) =>
    void transport.send({
      ...request,
      method: 'POST',
      body: JSON.stringify({ kind, id, creationDate: clock.now(), ...more }),
      signal,
    })

  send('diagnostic-init', {
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
    send('diagnostic', { dataSinceDate, ...needs.takeStats() })
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
