import type { Host } from '../core/host.ts'
import { isRecord } from '../core/lib/json.ts'
import { CHECK_FILES, loadLater, type Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import { atLevel, missingText, type PerLevel } from '../core/model/promotion.ts'
import { createBaseClient } from './baseClient.ts'
import type { FlagActivity, LayerActivity, LayerActivityNeeds, LoadFile, StartActivity } from './flagActivity.ts'
import type { FlagsPart, OnUpdate } from './flagClient.ts'
import { POLL_DEFAULTS, readOptions, type FlagOptions } from './flagSettings.ts'
import { bootstrapReader } from './flagStore.ts'
import { launchDarklySource } from './launchDarklySource.ts'
import { checkContextOptions, failBoot, type ContextOptions, startFlags } from './startFlags.ts'

/** The options that may have one value for each promotion level. */
export interface LevelOptions {
  /** The environment's client-side id. */
  clientSideId: PerLevel
  /** The base URL of requests for flags; the vendor's if absent. */
  baseUrl?: PerLevel | undefined
  /** The base URL of the stream of changes; the vendor's if absent. */
  streamUrl?: PerLevel | undefined
  /** The base URL of requests that send events; the vendor's if absent. */
  eventsUrl?: PerLevel | undefined
}

/** The options of the layer's flags: those of a flag client, and those of the context that is created from who-am-i's answer. */
export interface LayerFlagOptions
  extends Omit<FlagOptions, keyof LevelOptions | 'hash'>, LevelOptions, ContextOptions {}

/**
 * The flags of the layer from Telltale's own client. Flags of an earlier visit are in force at once.
 *
 * @param load loads the code for events and the stream
 */
export function createLaunchDarkly(options: LayerFlagOptions, load: Load<StartActivity>): FlagsPart {
  // JavaScript callers may omit the options.
  const given = (options ?? {}) as Partial<LayerFlagOptions> & { client?: unknown }
  const { client, clientSideId, bootstrap } = given
  if (client)
    failBoot(
      clientSideId
        ? 'conflicting options were provided, a client and a client side id! (T34)'
        : 'client side id is not set! A client belongs to injectedClient(). (T152)',
    )
  if (!String(clientSideId ?? '').trim()) failBoot('client side id is not set!', { cause: 'clientSideId' })
  checkContextOptions(given)
  for (const name of ['clientSideId', ...perLevel(given)] as const) {
    const path = missingText(given[name])
    if (path !== undefined) failBoot(`${name}${path} must be a string. (T33)`)
  }
  const bootstrapFlag = bootstrapReader(bootstrap)
  return {
    name: 'launchdarkly',
    bootstrapFlag,
    start: (host) =>
      startFlags(given, host, (onUpdate) => ({ ...createClient(given, { host, load, onUpdate }), bootstrapFlag })),
  }
}

interface Needs {
  host: Host
  load: Load<StartActivity>
  onUpdate: OnUpdate
}

function createClient(given: Partial<LayerFlagOptions>, { host, load, onUpdate }: Needs) {
  const { platform, http, bus, promotion } = host
  const levels = perLevel(given).map((name) => [name, atLevel(given[name] ?? '', promotion)] as const)
  const options = { ...given, bootstrap: given.bootstrap ?? 'localStorage', ...Object.fromEntries(levels) }
  const settings = readOptions(options, POLL_DEFAULTS)
  let isUnknown = false

  /** The layer decides what is written to the console, and writes each problem once. */
  function report(problem: Error | string) {
    // Whatever else is refused then has the same reason.
    if (isUnknown) return
    const isError = typeof problem === 'object'
    isUnknown = isError && problem.name === 'LaunchDarklyInvalidEnvironmentIdError'
    const text = isError ? problem.message : problem
    const message = isUnknown ? `The client-side ID "${settings.clientSideId}": ${text}` : text
    bus.publish('problem', { where: 'flags', message, isError })
  }

  const flagPlatform = { ...platform, http, log: { warn: report, error: report } }
  const activity = lateActivity({ platform: flagPlatform, report, options, settings }, host, load)
  const createSource = launchDarklySource(settings, { http, openStream: activity.openStream })
  return createBaseClient(settings, {
    platform: flagPlatform,
    environment: settings.clientSideId,
    activity,
    createSource,
    onUpdate,
    report,
  })
}

const LEVEL_OPTIONS = ['clientSideId', 'baseUrl', 'streamUrl', 'eventsUrl'] as const

/** The options that have one value for each promotion level. */
const perLevel = (options: Partial<LevelOptions>) => LEVEL_OPTIONS.filter((name) => isRecord(options[name]))

/** How many calls are remembered until the code for events is loaded. Later ones are counted as dropped. */
const MAX_CALLS = 10_000

const MISSING = `the file that streams flags could not be loaded. Flags are requested without it. ${CHECK_FILES} (T85)`

type Call = (activity: FlagActivity) => void

/**
 * The activity whose code is loaded when it is first needed. Until then, no changes are streamed, and evaluations are
 * remembered with their time, their flags and their context.
 */
function lateActivity(
  needs: LayerActivityNeeds,
  host: Pick<Host, 'bus' | 'platform' | 'promotion'>,
  load: Load<StartActivity>,
): LayerActivity {
  const { clock } = needs.platform
  const ending = new AbortController()
  const calls: (readonly [at: number, call: Call])[] = []
  let streams: (readonly [signal: AbortSignal, open: Call])[] = []
  let dropped = 0
  /** Whether the current context was set after the last call that was remembered. */
  let isContextLost = false
  let activity: FlagActivity | undefined
  let isRequested = false
  let context: Context | undefined

  const needed = { ...host, signal: ending.signal, where: 'flags' }
  const loadFile: LoadFile = (file, onLoaded) => loadLater({ ...needed, load: file }, onLoaded)

  function request() {
    if (isRequested) return
    isRequested = true
    loadLater({ ...needed, load, missing: MISSING }, start)
  }

  function start(startActivity: StartActivity) {
    /** The time of the call that is repeated now. */
    let repeatedAt: number | undefined
    const platform = { ...needs.platform, clock: { ...clock, now: () => repeatedAt ?? clock.now() } }
    const started = startActivity({ ...needs, platform, dropped, loadFile })
    for (const [at, call] of calls) {
      repeatedAt = at
      call(started)
    }
    repeatedAt = undefined
    if (isContextLost) started.setContext(context)
    calls.length = 0
    activity = started
    for (const [signal, open] of streams) if (!signal.aborted) open(started)
  }

  function pass(call: Call) {
    if (activity) call(activity)
    else if (calls.length < MAX_CALLS) calls.push([clock.now(), call])
    else dropped += 1
  }

  /** Nothing is recorded without a context. */
  function record(call: Call) {
    if (context) pass(call)
  }

  return {
    setContext(next) {
      context = needs.settings.sendEvents ? next : undefined
      isContextLost = calls.length >= MAX_CALLS
      pass((to) => to.setContext(next))
      // The file also checks the options and the keys of flags, outside production.
      if (context || (next && host.promotion !== 'production')) request()
    },
    evaluated: (...evaluation) => record((to) => to.evaluated(...evaluation)),
    track: (...event) => record((to) => to.track(...event)),
    openStream(stream, on, signal) {
      const open: Call = (to) => to.openStream(stream, on, signal)
      if (activity) return open(activity)
      streams = [...streams.filter(([other]) => !other.aborted), [signal, open]]
      request()
    },
    stop() {
      ending.abort()
      activity?.stop()
    },
  }
}
