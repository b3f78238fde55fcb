import type { Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagDeps } from './flagClient.ts'
import type { PollSettings } from './flagSettings.ts'
import type { FlagChanges } from './flagSource.ts'
import type { FlagEntry, WireFlag } from './flagStore.ts'

export interface Evaluation {
  /** The value that the application received. */
  value: unknown
  fallback?: unknown
  /** Whether the application asked for the reason. */
  withReason?: boolean | undefined
  /** Whether the flag has so many prerequisites that not all were evaluated. */
  isCut?: boolean
  /** Whether the flags were those of the service, and not those of an earlier visit or of a server. */
  isLive?: boolean
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
  /**
   * Keeps a stream open until the signal aborts or the service refuses it permanently. The URL of the request begins after
   * `streamUrl`.
   */
  openStream(request: HttpRequest, on: FlagChanges<WireFlag>, signal: AbortSignal): void
  stop(): void
}

/** What the layer needs of an activity. */
export type LayerActivity = Omit<FlagActivity, 'count' | 'flush'>

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

/** Loads a file that few pages need. */
export type LoadFile = <Part extends object>(load: Load<Part>, onLoaded: (part: Part) => void) => void

/** Starts the activity of a layer. `dropped`: how many calls were not remembered. */
export type StartActivity = (needs: LayerActivityNeeds & { dropped: number; loadFile: LoadFile }) => FlagActivity

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
