import { isRecord, parseJson } from '../core/lib/json.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import type { Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { ContextOptions } from './contextOf.ts'
import type { FlagDeps } from './flagClient.ts'
import { flagError } from './flagErrors.ts'
import { createFlagEvents, type FlagEventFiles } from './flagEvents.ts'
import type { FlagSettings, PollSettings } from './flagSettings.ts'
import type { FlagEntry } from './flagStore.ts'
import { readFlags, type WireFlag, type WireFlags } from './readFlag.ts'
import { checkBootstrap, readSettings, withServiceHeaders } from './readSettings.ts'
import { streamFlags } from './streamFlags.ts'

export interface Evaluation {
  /** The value that the application received. */
  value: unknown
  fallback?: unknown
  /** Whether the application asked for the reason. */
  withReason?: boolean | undefined
  /** Whether the flag has so many prerequisites that not all were evaluated. */
  isCut?: boolean
}

/** What a flag client does besides requesting flags: it sends events about them, and receives their changes. */
export interface FlagActivity {
  /** Switches to another context, and records that. Without a context, nothing is recorded. */
  setContext(context: Context | undefined): void
  /** Records an evaluation of a plain flag, which is only counted. */
  count(entry: FlagEntry, fallback: unknown): void
  /** Records an evaluation of any flag. */
  evaluated(entry: FlagEntry, evaluation: Evaluation): void
  /** Records a custom event. The key is a string that JavaScript callers may have replaced by anything. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Sends the queued events. Resolves when they have been delivered, or after the first failure. */
  flush(): Promise<void>
  /** Keeps a stream open until the signal aborts or the service refuses it permanently. */
  openStream(request: HttpRequest, handlers: StreamHandlers, signal: AbortSignal): void
  stop(): void
}

/** What the layer needs of an activity. */
export type LayerActivity = Omit<FlagActivity, 'count' | 'flush'>

export interface StreamHandlers {
  onPut(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags must be requested: the service says so, or messages may have been missed. */
  onStale(): void
  /** Whether messages may have been missed before now. */
  hasMissed(): boolean
}

/** What the client gives to its activity. */
export interface ActivityNeeds {
  platform: FlagDeps
  report(problem: Error | string): void
  onGoalsReady?: (() => void) | undefined
}

export interface LayerActivityNeeds extends ActivityNeeds {
  /** The options as the application has given them. */
  options: object
  settings: PollSettings
}

export type StartLayerActivity = (needs: LayerActivityNeeds) => LayerActivity

export type LoadFile = <Part extends object>(load: Load<Part>, onLoaded: (part: Part) => void) => void

export type StartActivity = (
  needs: LayerActivityNeeds & {
    /** How many calls were not remembered. */
    dropped?: number
    /** Loads a file that few pages need. If absent, files are there at once. */
    loadFile?: LoadFile
  },
) => FlagActivity

/** What a browser has for the activity, and nothing else needs. */
export interface ActivityPorts extends Pick<FlagDeps, 'visitor' | 'channel' | 'shareStream'> {
  files: FlagEventFiles
  /** Whether events that could not be delivered are kept for the next page. */
  isKept?: boolean
}

/** The activity of the flags of a layer. */
export const createFlagActivity =
  ({ isKept, files, ...ports }: ActivityPorts): StartActivity =>
  (needs) => {
    const settings = withServiceHeaders(readSettings(clientOptions(needs.options), needs.report))
    checkBootstrap(settings.bootstrap, needs.report)
    const platform = { ...ports, ...needs.platform }
    return startFlagActivity({ ...files, isKept, ...needs, platform, settings })
  }

/** Those of a flag client, without those of the layer's context. */
function clientOptions({ kind: _kind, hashField: _field, ...options }: ContextOptions) {
  if (typeof options.hash === 'function') delete options.hash
  return options
}

export interface FlagActivityNeeds extends ActivityNeeds, FlagEventFiles {
  settings: FlagSettings
  isKept?: boolean | undefined
  dropped?: number
  loadFile?: LoadFile
}

export function startFlagActivity(needs: FlagActivityNeeds): FlagActivity {
  const { platform, settings, report } = needs
  const stats = { droppedEvents: needs.dropped ?? 0, eventsInLastBatch: 0, streamInits: [] as StreamInit[] }

  return { ...createFlagEvents(needs, stats), openStream }

  /** Streams the changes of flags. */
  function openStream(request: HttpRequest, handlers: StreamHandlers, signal: AbortSignal): void {
    const { tabs, channel, shareStream, clock } = platform
    const { onStale } = handlers

    function onMessage({ event, data }: ServerSentEvent) {
      if (event === 'ping') return onStale()
      // The service may introduce other events: they are ignored.
      if (!/^(put|patch|delete)$/.test(event)) return
      const parsed = parseJson(data)
      const { key, version } = isRecord(parsed) ? parsed : {}
      if (event === 'put' && isRecord(parsed)) return handlers.onPut(readFlags(parsed) ?? {})
      if (event === 'put' || typeof key !== 'string')
        return report(flagError('InvalidData', 'Invalid data in the stream (T95)'))
      handlers.onPatch(key, event === 'patch' ? (parsed as WireFlag) : { version })
    }

    const onStreamInit = (init: StreamInit) => stats.streamInits.push(init)
    const { streamReconnectDelay } = settings
    const stream = (listener: typeof onMessage, until: AbortSignal) =>
      streamFlags(request, { platform, streamReconnectDelay, report, onStreamInit, onMessage: listener }, until)
    if (!tabs || !channel || !shareStream) void stream(onMessage, signal)
    else {
      const hasMissed = handlers.hasMissed()
      void shareStream(request, { tabs, channel, clock, stream, onMessage, onMissed: onStale, hasMissed }, signal)
    }
  }
}

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
