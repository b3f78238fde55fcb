import { publicUrl, trimSlashes } from '../core/lib/url.ts'
import { typeName } from '../core/lib/json.ts'
import type { Log } from '../core/ports/platform.ts'
import type { FlagStorage } from './asyncStorage.ts'
import type { FlagExtension } from './extension.ts'

/**
 * The options of the flags, under the vendor's names. Times are in milliseconds. An option of the wrong type is reported, and
 * its default is used, or the value is converted if the option is a boolean; nothing throws.
 */
export interface FlagOptions {
  /** The environment's client-side id. */
  clientSideId: string
  /** The base URL of requests for flags; the vendor's if absent. */
  baseUrl?: string
  /** The base URL of the stream of changes; the vendor's if absent. */
  streamUrl?: string
  /** The base URL of requests that send events; the vendor's if absent. */
  eventsUrl?: string
  /**
   * Whether changes are streamed. `true`: from the start. `false`: never; flags change with the next page or the next user. If absent:
   * while there are change listeners, such as a hook of `telltale/react` or `watch`. Nothing is requested at an interval.
   */
  streaming?: boolean
  /** Milliseconds before the first reconnection of a stream. */
  streamReconnectDelay?: number
  /**
   * The initial flags: what `allFlagsState` of the vendor's server SDK returns, or its JSON. A page needs the JSON: the state
   * itself stays on the server. Or `localStorage`: the flags of an earlier visit.
   */
  bootstrap?: 'localStorage' | object
  /** The number of contexts whose flags are cached for later visits: the latest ones. */
  maxCachedContexts?: number
  /** The context's signature, for an environment in secure mode. */
  hash?: string
  /** Request the reason for each value. */
  evaluationReasons?: boolean
  /** Send the context in the body of a REPORT request, not in the URL. */
  useReport?: boolean
  /** Send the context in the body of a POST request, where REPORT is blocked. Streams then use REPORT. */
  usePost?: boolean
  /** Keep the service's `ETag`s across visits. The vendor's servers do not allow their request header across origins. */
  etags?: boolean
  /** Send an id of the client instance. The vendor's servers do not allow its request header across origins, either. */
  instanceId?: boolean
  /** Send flag events. `true` by default. With `false`, nothing is sent to the events service: no diagnostics and no goals either. */
  sendEvents?: boolean
  /** The maximum number of events that wait for the next flush; later events are dropped. Summaries do not count. */
  eventCapacity?: number
  /** Milliseconds between two deliveries of flag events: 2,000 by default, and at least. */
  flushInterval?: number
  /** Send one in this many events, on average; 0 sends all. Summaries are always sent. */
  samplingInterval?: number
  /** Send no events when the browser asks not to be tracked. */
  respectDoNotTrack?: boolean
  /** Leave all attributes of the context out of events, apart from its kind and key. */
  allAttributesPrivate?: boolean
  /** Attributes that are left out of events: names, or references such as `/address/street`. */
  privateAttributes?: readonly string[]
  /** Send the service no diagnostics: the options in use and counts, without attributes of users. */
  diagnosticOptOut?: boolean
  /** Milliseconds between two diagnostics: 900,000 by default, and 2,000 at least. */
  diagnosticRecordingInterval?: number
  /** Record the clicks and page views that the service defines as goals. */
  fetchGoals?: boolean
  /** Returns the URL of the page as events contain it. If absent, tokens, codes and e-mail addresses are removed. */
  eventUrlTransformer?: (url: string) => string
  /** Send the headers that name the library, its version, the wrapper and the application. `true` by default. */
  sendLDHeaders?: boolean
  /** Receives the headers of each request, and returns those to send. */
  requestHeaderTransform?: (headers: Record<string, string>) => Record<string, string>
  /** The application, for the service's statistics: letters, digits, dot, hyphen and underscore. */
  application?: { id?: string; version?: string }
  /** The name and the version of a library around this one, for the service's statistics. */
  wrapperName?: string
  wrapperVersion?: string
}

/** Further options of a standalone flag client. The layer has its own log and storage. */
export interface FlagClientOptions extends FlagOptions {
  logger?: Log
  /** From `withHooks`, `withInspectors` or `withPlugins`. */
  extensions?: readonly FlagExtension[]
  /** From `withStorage`: stores the keys of anonymous contexts, and flags, in place of `localStorage`. */
  storage?: FlagStorage
}

type WithDefaults<Options, WithoutDefault extends keyof Options> = Required<Omit<Options, WithoutDefault>> & {
  [Name in WithoutDefault]: Options[Name] | undefined
}

export type FlagSettings = WithDefaults<FlagOptions, 'bootstrap' | 'streaming'>

export type FlagClientSettings = WithDefaults<FlagClientOptions, 'bootstrap' | 'streaming' | 'storage'>

/** The default of each option, which also determines the option's type. */
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

/** The minimum of each numeric option; 0 if it is not listed. */
const MINIMA: Readonly<Record<string, number>> = {
  eventCapacity: 1,
  flushInterval: 2000,
  diagnosticRecordingInterval: 2000,
}

/**
 * Replaces missing and invalid options by their defaults, and reports the invalid ones.
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
    else report(`Ignoring unknown config option "${name}" (T114)`)
  }
  return settings as FlagSettings & More

  function read(name: string, value: unknown): unknown {
    const byDefault = settings[name]
    const type = TYPES[name] ?? typeName(byDefault)
    const actual = typeName(value)
    const option = `Config option "${name}"`
    if (!type.includes(actual)) {
      const isBoolean = type === 'boolean'
      const remedy = isBoolean ? 'converting to boolean' : 'using default value'
      report(`${option} should be ${isBoolean ? 'a' : 'of type'} ${type}, got ${actual}, ${remedy} (T115)`)
      return isBoolean ? Boolean(value) : byDefault
    }
    if (type === 'string') return trimSlashes(value as string)
    if (type === 'array') {
      const itemType = name === 'privateAttributes' ? 'string' : 'object'
      return (value as unknown[]).filter(
        (item) =>
          typeName(item) === itemType || void report(`Ignoring ${typeName(item)} in config option "${name}" (T119)`),
      )
    }
    const minimum = MINIMA[name] ?? 0
    if (type !== 'number' || (value as number) >= minimum) return value
    report(`${option} was set to ${String(value)}, changing to minimum value of ${minimum} (T117)`)
    return minimum
  }
}
