import { REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import type { Load } from '../core/loadLater.ts'
import type { Flag } from '../core/model/flag.ts'
import type { SendDiagnostics } from './diagnostics.ts'
import type { ActivityNeeds, DiagnosticStats, FlagActivity, LoadFile, StartActivity } from './flagActivity.ts'
import { flagError, type FlagDeps } from './flagClient.ts'
import type { FlagSettings } from './flagSettings.ts'
import { headersFor } from './launchDarklySource.ts'
import type { Goal, WatchGoals } from './goals.ts'
import type { FlagEntry } from './flagStore.ts'
import { checkBootstrap, readSettings, withServiceHeaders } from './readSettings.ts'
import { createRecorder } from './recorder.ts'
import type { ShareStream } from './shareStream.ts'
import type { ContextOptions } from './startFlags.ts'
import { createFlagStream } from './streamFlags.ts'

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

/** What only a browser has for the activity. */
interface ActivityPorts extends Pick<FlagDeps, 'visitor' | 'channel'> {
  shareStream?: ShareStream
  files: FlagEventFiles
  /** Whether events that could not be delivered are kept for the next page. */
  isKept?: boolean
}

/** The activity of the flags of a layer. */
export const createFlagActivity =
  ({ isKept, files, shareStream, ...ports }: ActivityPorts): StartActivity =>
  (needs) => {
    const settings = withServiceHeaders(readSettings(clientOptions(needs.options), needs.report))
    checkBootstrap(settings.bootstrap, needs.report)
    const platform = { ...ports, ...needs.platform }
    const activity = startFlagActivity({ ...files, isKept, shareStream, ...needs, platform, settings })
    const ofServer = metadataOf(settings.bootstrap)
    let contexts = 0

    /** Reports what an application would see only as a missing value, or as a value that changes while the page loads. */
    function check({ key, flag }: FlagEntry) {
      if (!flag) return needs.report(`The flags in use do not include "${key}": it has its fallback. (T145)`)
      const before = contexts === 1 ? ofServer[key] : undefined
      // LaunchDarkly's server SDK has the version that pages get as `flagVersion`; the local services have one version for all flags.
      const isUnchanged = [flag.flagVersion, flag.version].includes(before?.version ?? NaN)
      if (!isUnchanged || before?.variation === flag.variation) return
      needs.report(
        `"${key}" has another value in the page than on the server: is the same user signed in, with the same attributes? (T147)`,
      )
    }

    return {
      ...activity,
      setContext(context) {
        if (context) contexts += 1
        activity.setContext(context)
      },
      evaluated(entry, evaluation) {
        if (evaluation.isLive) check(entry)
        activity.evaluated(entry, evaluation)
      },
    }
  }

/** What a server says of its flags in `$flagsState`, by key. */
function metadataOf(bootstrap: unknown) {
  const state = isRecord(bootstrap) ? bootstrap['$flagsState'] : undefined
  return (isRecord(state) ? state : {}) as Readonly<Record<string, Partial<Flag> | undefined>>
}

/** The options of a flag client, without those of the layer's context. */
function clientOptions({ kind: _kind, hashField: _field, ...options }: ContextOptions) {
  if (typeof options.hash === 'function') delete options.hash
  return options
}

interface Needs extends ActivityNeeds, FlagEventFiles {
  settings: FlagSettings
  isKept?: boolean | undefined
  shareStream?: ShareStream | undefined
  dropped?: number
  /** If absent, files are there at once. */
  loadFile?: LoadFile
}

const atOnce: LoadFile = (load, onLoaded) => {
  const part = load()
  if (!('then' in part)) onLoaded(part)
}

/** Everything that a client sends to the service about this page, events, diagnostics and goals, and the stream of changes. */
export function startFlagActivity(needs: Needs): FlagActivity {
  const { settings, platform, report, loadFile = atOnce } = needs
  const stats: DiagnosticStats = { droppedEvents: needs.dropped ?? 0, eventsInLastBatch: 0, streamInits: [] }
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
    const diagnosticNeeds = {
      settings,
      platform,
      request: request('diagnostic'),
      version: VERSION,
      since,
      takeStats,
      writeJson,
    }
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
    const isList = Array.isArray(parsed)
    // A network that is down is reported with the flags.
    if (!isList && reason) report(`Error fetching goals: ${parsed ? 'the answer is not a list' : reason} (T103)`)
    needs.onGoalsReady?.()
    const goals = (isList ? parsed.filter(isRecord) : []) as unknown as Goal[]
    if (goals[0]) loadFile(needs.loadGoals, (watchGoals) => watchGoals(goals, { platform, onGoal }, signal))
  }

  function onGoal({ kind, key, selector }: Goal) {
    recorder.record({ kind, key, url: url(), selector }, true)
  }

  return {
    ...recorder,
    openStream: createFlagStream({
      platform,
      share: needs.shareStream,
      report,
      settings,
      onStreamInit: (init) => stats.streamInits.push(init),
    }),
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
