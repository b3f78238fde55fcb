import type { Host } from '../core/host.ts'
import { isRecord } from '../core/lib/json.ts'
import { atLevel, missingText, type PerLevel } from '../core/model/promotion.ts'
import { createBaseClient } from './baseClient.ts'
import { checkContextOptions, failBoot, type ContextOptions } from './contextOf.ts'
import type { StartLayerActivity } from './flagActivity.ts'
import type { FlagsPart, OnUpdate } from './flagClient.ts'
import { POLL_DEFAULTS, readOptions, type FlagOptions } from './flagSettings.ts'
import { bootstrapReader } from './readFlag.ts'
import { startFlags } from './startFlags.ts'

/** The options that may have one value for each promotion level. */
export interface LevelOptions {
  /** The environment's client-side id. */
  clientSideId: PerLevel
  /** The base URL of requests for flags; the vendor's if absent. */
  baseUrl?: PerLevel
  /** The base URL of the stream of changes; the vendor's if absent. */
  streamUrl?: PerLevel
  /** The base URL of requests that send events; the vendor's if absent. */
  eventsUrl?: PerLevel
}

/** The options of the layer's flags: those of a flag client, and those of the context that is created from who-am-i's answer. */
export type LayerFlagOptions = Omit<FlagOptions, keyof LevelOptions | 'hash'> & LevelOptions & ContextOptions

/**
 * The flags of the layer from Telltale's own client. Flags of an earlier visit are in force at once.
 *
 * @param activityIn returns the activity of a client in this layer
 */
export const createLaunchDarkly =
  (activityIn: (host: Host) => StartLayerActivity) =>
  (options: LayerFlagOptions): FlagsPart => {
    // JavaScript callers may omit the options.
    const given = (options ?? {}) as Partial<LayerFlagOptions> & { client?: unknown }
    const { client, clientSideId, bootstrap } = given
    if (client && clientSideId) failBoot('conflicting options were provided, a client and a client side id! (T34)')
    if (clientSideId === undefined || clientSideId === null || clientSideId === '')
      failBoot('client side id is not set!')
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
        startFlags(given, host, (onUpdate) => ({
          ...createClient(given, { host, activityIn, onUpdate }),
          bootstrapFlag,
        })),
    }
  }

interface Needs {
  host: Host
  activityIn: (host: Host) => StartLayerActivity
  onUpdate: OnUpdate
}

function createClient(given: Partial<LayerFlagOptions>, { host, activityIn, onUpdate }: Needs) {
  const { platform, http, bus, promotion } = host
  const levels = perLevel(given).map((name) => [name, atLevel(given[name] ?? '', promotion)] as const)
  const options = { bootstrap: 'localStorage', ...given, ...Object.fromEntries(levels) }
  const settings = readOptions(options, POLL_DEFAULTS)
  const startActivity = activityIn(host)
  let isUnknown = false

  /** The layer decides what is written to the console, and writes each problem once. */
  function report(problem: Error | string) {
    // Whatever else is refused then has the same reason.
    if (isUnknown) return
    const isError = typeof problem === 'object'
    isUnknown = isError && problem.name === 'LaunchDarklyInvalidEnvironmentIdError'
    const text = isError ? problem.message : problem
    const message = isUnknown ? `The client-side ID "${settings.clientSideId}": ${text}` : text
    bus.publish('problem', { where: 'flags', message, ...(isError && { isError }) })
  }

  return createBaseClient(settings, {
    platform: { ...platform, http, log: { warn: report, error: report } },
    startActivity: (needs) => startActivity({ ...needs, options, settings }),
    onUpdate: (changes) => onUpdate(changes),
    report,
  })
}

const LEVEL_OPTIONS = ['clientSideId', 'baseUrl', 'streamUrl', 'eventsUrl'] as const

/** The options that have one value for each promotion level. */
const perLevel = (options: Partial<LevelOptions>) => LEVEL_OPTIONS.filter((name) => isRecord(options[name]))
