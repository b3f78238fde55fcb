import { publicUrl } from '../core/lib/publicUrl.ts'
import { trimSlashes } from '../core/lib/trimSlashes.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { Json } from '../core/model/json.ts'
import type { Log } from '../core/ports/log.ts'
import type { AsyncStorage } from './asyncStorage.ts'
import type { Hook } from './hooks.ts'
import type { Inspector } from './inspectors.ts'
import type { Plugin } from './plugins.ts'
import { isFlagsState } from './readBootstrap.ts'

/**
 * The options of the flags, under the vendor's names. Times are in milliseconds. One of the wrong type is reported and its
 * default used; nothing throws.
 */
export interface FlagOptions {
  /** The environment's client-side id. */
  clientSideId: string
  /** Where flags are asked for; the vendor's address if absent. */
  baseUrl?: string
  /** Where changes are streamed from; the vendor's address if absent. */
  streamUrl?: string
  /** Where events go; the vendor's address if absent. */
  eventsUrl?: string
  /** Receive changes as they happen. If absent: while somebody listens for changes. */
  streaming?: boolean
  /** Milliseconds before the first reconnection of a stream. */
  streamReconnectDelay?: number
  /**
   * Flags to start with: what `toJSON()` returns of the state that the vendor's server SDK gives (`allFlagsState`), also when it
   * has been parsed from JSON. Or `localStorage`: the flags of an earlier visit.
   */
  bootstrap?: 'localStorage' | Readonly<Record<string, Json>> | (object & { getFlagValue?: never })
  /** How many contexts' flags are kept for later visits, the latest first. */
  maxCachedContexts?: number
  /** The context's signature, for an environment in secure mode. */
  hash?: string
  /** Ask for the reason of each value. */
  evaluationReasons?: boolean
  /** Send the context in the body of a REPORT request, not in the address. */
  useReport?: boolean
  /** Send it in the body of a POST request, where REPORT does not get through. Streams use REPORT then. */
  usePost?: boolean
  /** Remember the service's `ETag`s over visits. Their header is not one that the vendor's servers allow across origins. */
  etags?: boolean
  /** Tell the service which client instance asks. The same holds for its header. */
  instanceId?: boolean
  sendEvents?: boolean
  /** How many events wait for the next flush; later ones are dropped. Summaries do not count. */
  eventCapacity?: number
  flushInterval?: number
  /** Send one of so many events; 0 sends all. Summaries are always sent. */
  samplingInterval?: number
  /** Send nothing of somebody whose browser asks not to be tracked. */
  respectDoNotTrack?: boolean
  allAttributesPrivate?: boolean
  /** Attributes that no event shows: names, or references such as `/address/street`. */
  privateAttributes?: readonly string[]
  diagnosticOptOut?: boolean
  diagnosticRecordingInterval?: number
  /** Watch for the clicks and page views that the service asks for. */
  fetchGoals?: boolean
  /** The address of the page as events show it; without tokens, codes and addresses of e-mail if absent. */
  eventUrlTransformer?: (url: string) => string
  sendLDHeaders?: boolean
  requestHeaderTransform?: (headers: Record<string, string>) => Record<string, string>
  application?: { id?: string; version?: string }
  wrapperName?: string
  wrapperVersion?: string
}

/** What a flag client on its own may be given besides: the layer has a log, a storage and observers of its own. */
export interface FlagClientOptions extends FlagOptions {
  hooks?: readonly Hook[]
  inspectors?: readonly Inspector[]
  plugins?: readonly Plugin[]
  logger?: Log
  /** Keeps keys of anonymous contexts, and flags, elsewhere than in `localStorage`: one item of it, for this client alone. */
  storage?: AsyncStorage
}

type WithDefaults<Options, WithoutDefault extends keyof Options> = Required<Omit<Options, WithoutDefault>> & {
  [Name in WithoutDefault]: Options[Name] | undefined
}

export type FlagSettings = WithDefaults<FlagOptions, 'bootstrap' | 'streaming'>

export type FlagClientSettings = WithDefaults<FlagClientOptions, 'bootstrap' | 'streaming' | 'storage'>

/** What holds unless something else is said, and what type that has to be of. */
const DEFAULTS: FlagSettings = {
  clientSideId: '',
  baseUrl: 'https://app.launchdarkly.com',
  streamUrl: 'https://clientstream.launchdarkly.com',
  eventsUrl: 'https://events.launchdarkly.com',
  maxCachedContexts: 5,
  hash: '',
  bootstrap: undefined,
  streaming: undefined,
  evaluationReasons: false,
  useReport: false,
  usePost: false,
  etags: false,
  instanceId: false,
  sendEvents: true,
  respectDoNotTrack: false,
  allAttributesPrivate: false,
  diagnosticOptOut: false,
  fetchGoals: true,
  sendLDHeaders: true,
  streamReconnectDelay: 1000,
  eventCapacity: 100,
  flushInterval: 2000,
  samplingInterval: 0,
  diagnosticRecordingInterval: 900_000,
  privateAttributes: [],
  application: {},
  wrapperName: '',
  wrapperVersion: '',
  eventUrlTransformer: publicUrl,
  requestHeaderTransform: (headers) => headers,
}

/** The types of the options that have no default. */
const TYPES: Readonly<Record<string, string>> = {
  streaming: 'boolean',
  bootstrap: 'object or string',
  storage: 'object',
}

/** The least that a number may be; 0 if it is not here. */
const MINIMA: Readonly<Record<string, number>> = {
  eventCapacity: 1,
  flushInterval: 2000,
  diagnosticRecordingInterval: 2000,
}

/**
 * The options with what was left out or is wrong replaced, and told of.
 *
 * @param more the defaults of further options
 */
export function readSettings<More extends object>(
  options: object,
  report: (problem: string) => void,
  more?: More,
): FlagSettings & More {
  const settings: Record<string, unknown> = { ...DEFAULTS, ...more }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue
    if (Object.hasOwn(settings, name)) settings[name] = read(name, value)
    else report(`Ignoring unknown config option "${name}"`)
  }
  return settings as FlagSettings & More

  function read(name: string, value: unknown): unknown {
    const byDefault = settings[name]
    const type = TYPES[name] ?? typeName(byDefault)
    const actual = isFlagsState(value) ? 'LDFlagsState (pass what its toJSON() returns)' : typeName(value)
    const option = `Config option "${name}"`
    if (!type.includes(actual)) {
      const isBoolean = type === 'boolean'
      const remedy = isBoolean ? 'converting to boolean' : 'using default value'
      report(`${option} should be ${isBoolean ? 'a' : 'of type'} ${type}, got ${actual}, ${remedy}`)
      return isBoolean ? Boolean(value) : byDefault
    }
    if (type === 'string') return trimSlashes(value as string)
    if (type === 'array') {
      const itemType = name === 'privateAttributes' ? 'string' : 'object'
      return (value as unknown[]).filter(
        (item) => typeName(item) === itemType || void report(`Ignoring ${typeName(item)} in config option "${name}"`),
      )
    }
    const minimum = MINIMA[name] ?? 0
    if (type !== 'number' || (value as number) >= minimum) return value
    report(`${option} was set to ${String(value)}, changing to minimum value of ${minimum}`)
    return minimum
  }
}
