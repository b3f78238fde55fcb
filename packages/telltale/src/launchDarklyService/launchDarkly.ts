import type { Host } from '../core/host.ts'
import { isRecord } from '../core/lib/json.ts'
import type { Load } from '../core/loadLater.ts'
import { atLevel, missingText } from '../core/model/promotion.ts'
import { readOnce } from '../core/optionTable.ts'
import { createBaseClient } from '../flags/baseClient.ts'
import type { OnUpdate } from '../flags/flagProvider.ts'
import type { FlagsPart } from '../flags/flags.ts'
import { LEVEL_OPTIONS, POLL_DEFAULTS, readOptions, type FlagOptions } from './flagSettings.ts'
import { bootstrapReader } from '../flags/readBootstrap.ts'
import { lateFlagEvents, type StartLayerFlagEvents } from './lateFlagEvents.ts'
import { launchDarklySource } from './launchDarklySource.ts'
import { startFlags } from '../flags/startFlags.ts'
import { checkContextOptions, failBoot } from '../flags/userContext.ts'

/**
 * The flags of the layer from Telltale's own client. Flags of an earlier visit are in force at once.
 *
 * @param load loads the code for events and the stream
 */
export function createLaunchDarkly(options: FlagOptions, load: Load<StartLayerFlagEvents>): FlagsPart {
  const given = readOnce(options) as Partial<FlagOptions> & { client?: unknown }
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
  load: Load<StartLayerFlagEvents>
  onUpdate: OnUpdate
}

function createClient(given: Partial<FlagOptions>, { host, load, onUpdate }: Needs) {
  const { platform, http, bus, app } = host
  const levels = perLevel(given).map((name) => [name, atLevel(given[name] ?? '', app.promotion)] as const)
  const options = { ...given, bootstrap: given.bootstrap ?? 'localStorage', ...Object.fromEntries(levels) }
  const settings = readOptions(options, POLL_DEFAULTS)
  let isUnknown = false

  /** The layer decides what is written to the console, and writes each problem once. */
  function report(problem: Error | string, until?: AbortSignal) {
    // Whatever else is refused then has the same reason.
    if (isUnknown) return
    const isError = typeof problem === 'object'
    isUnknown = isError && problem.name === 'LaunchDarklyInvalidEnvironmentIdError'
    const text = isError ? problem.message : problem
    const message = isUnknown ? `The client-side ID "${settings.clientSideId}": ${text}` : text
    bus.publish('problem', { where: 'flags', message, isError, until })
  }

  const log = (message: string) => report(message)
  const needs = { platform: { ...platform, http, log: { warn: log, error: log } }, report }
  const events = lateFlagEvents({ ...needs, options, settings }, host, load)
  return createBaseClient(settings, {
    ...needs,
    environment: settings.clientSideId,
    createSource: launchDarklySource(settings, http, events),
    calls: events,
    onUpdate,
  })
}

/** The options that have one value for each promotion level. */
const perLevel = (options: Partial<FlagOptions>) => LEVEL_OPTIONS.filter((name) => isRecord(options[name]))
