import type { Host } from '../core/host.ts'
import { isRecord, typeName } from '../core/lib/json.ts'
import { atLevel, missingText, type PerLevel } from '../core/model/promotion.ts'
import type { Log } from '../core/ports/platform.ts'
import { createBaseClient } from './baseClient.ts'
import { checkContextOptions, failBoot, type ContextOptions } from './contextOf.ts'
import type { FlagActivity } from './flagActivity.ts'
import type { FlagsPart, LayerClient } from './flagClient.ts'
import type { LayerFlagEvents } from './lateActivity.ts'
import { startFlags } from './startFlags.ts'
import { readSettings, type FlagOptions } from './flagSettings.ts'
import { bootstrapReader } from './readFlag.ts'

const NO_ID =
  'Set clientSideId of launchDarkly({ clientSideId }) to the client-side id of the environment. Is the variable of the build set? (T140)'

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
  (activityIn: (host: Host) => FlagActivity<LayerFlagEvents>) =>
  (options: LayerFlagOptions): FlagsPart => {
    // JavaScript callers may omit the options.
    const given = (options ?? {}) as Partial<LayerFlagOptions> & { client?: unknown }
    const { client, clientSideId, bootstrap } = given
    if (client && clientSideId) failBoot('conflicting options were provided, a client and a client side id! (T34)')
    checkContextOptions(given)
    if (client) failBoot('a client is given. Pass it to injectedClient() of telltale/injected. (T35)')
    if (clientSideId === undefined || clientSideId === null || clientSideId === '')
      failBoot('client side id is not set!', NO_ID)
    if (typeof clientSideId !== 'string' && !isRecord(clientSideId)) {
      const type = typeName(clientSideId)
      failBoot(
        `clientSideId must be a string, but it is of the type ${type}. Copy the client-side id of the environment. (T32)`,
      )
    }
    const missing = perLevel(given).find((name) => missingText(given[name]) !== undefined)
    if (missing) failBoot(`${missing}${missingText(given[missing])} is not set! (T33)`)
    return {
      name: 'launchdarkly',
      bootstrapFlag: bootstrapReader(bootstrap),
      start: (host) =>
        startFlags(options, host, (onUpdate) =>
          createClient(options, { ...host, activity: activityIn(host), onUpdate }),
        ),
    }
  }

interface Needs extends Pick<Host, 'platform' | 'http' | 'bus' | 'promotion'> {
  activity: FlagActivity<LayerFlagEvents>
  onUpdate(): void
}

function createClient(
  options: LayerFlagOptions,
  { platform, http, bus, promotion, activity, onUpdate }: Needs,
): LayerClient {
  let isUnknown = false
  /** The layer decides what is written to the console, and writes each problem once. */
  function publish(message: string, isError?: true) {
    // Whatever else is refused then has the same reason.
    if (!isUnknown) bus.publish('problem', { where: 'flags', message, ...(isError && { isError }) })
  }
  const log: Log = { warn: (message) => publish(message), error: (message) => publish(message, true) }
  const { kind: _kind, hashField: _hashField, hash, ...others } = options
  const named = perLevel(options).map((name) => [name, atLevel(options[name] ?? '', promotion)] as const)
  const settings = readSettings(
    { bootstrap: 'localStorage', ...others, ...Object.fromEntries(named), ...(typeof hash === 'string' && { hash }) },
    log.warn,
  )
  return createBaseClient(
    settings,
    { ...platform, log, http, activity },
    {
      onUpdate,
      report(problem) {
        if (typeof problem === 'string') return log.warn(problem)
        const isThis = problem.name === 'LaunchDarklyInvalidEnvironmentIdError'
        log.error(isThis ? `The client-side ID "${settings.clientSideId}": ${problem.message}` : problem.message)
        isUnknown ||= isThis
      },
    },
  )
}

const LEVEL_OPTIONS = ['clientSideId', 'baseUrl', 'streamUrl', 'eventsUrl'] as const

/** The options that have one value for each promotion level. */
const perLevel = (options: Partial<LevelOptions>) => LEVEL_OPTIONS.filter((name) => isRecord(options[name]))
