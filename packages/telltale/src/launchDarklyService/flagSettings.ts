import { typeName } from '../core/lib/json.ts'
import { trimSlashes } from '../core/lib/url.ts'
import type { PerLevel } from '../core/model/promotion.ts'
import type { FlagSourceOptions } from '../flags/sourceFlags.ts'
import type { ContextOptions } from '../flags/userContext.ts'

/**
 * The options of the flags, under the vendor's names. Times are in milliseconds. An option of the wrong type is reported, and
 * its default is used, or the value is converted if the option is a boolean; nothing throws.
 */
export interface FlagOptions extends ContextOptions, Pick<FlagSourceOptions, 'maxCachedContexts'> {
  /** The environment's client-side id, or one for each promotion level. */
  clientSideId: PerLevel
  /** The base URL of requests for flags; the vendor's if absent. */
  baseUrl?: PerLevel | undefined
  /** The base URL of the stream of changes; the vendor's if absent. */
  streamUrl?: PerLevel | undefined
  /** The base URL of requests that send events; the vendor's if absent. */
  eventsUrl?: PerLevel | undefined
  /**
   * Whether changes are streamed. `true`: from the start. `false`: never; flags change with the next page or the next user. If absent:
   * while there are change listeners, such as a hook of `telltale/react` or `watch`. Nothing is requested at an interval.
   */
  streaming?: boolean | undefined
  /** Milliseconds before the first reconnection of a stream. */
  streamReconnectDelay?: number | undefined
  /**
   * The initial flags: what `allFlagsState` of the vendor's server SDK returns, or its JSON. A page needs the JSON: the state
   * itself stays on the server. Or `localStorage`: the flags of an earlier visit.
   */
  bootstrap?: 'localStorage' | object | undefined
  /** Request the reason for each value. */
  evaluationReasons?: boolean | undefined
  /** Send the context in the body of a REPORT request, not in the URL. */
  useReport?: boolean | undefined
  /** Send the context in the body of a POST request, where REPORT is blocked. Streams then use REPORT. */
  usePost?: boolean | undefined
  /** Send flag events. `true` by default. With `false`, nothing is sent to the events service: no diagnostics and no goals either. */
  sendEvents?: boolean | undefined
  /** The maximum number of events that wait for the next flush; later events are dropped. Summaries do not count. */
  eventCapacity?: number | undefined
  /** Milliseconds between two deliveries of flag events: 2,000 by default, and at least. */
  flushInterval?: number | undefined
  /** Send one in this many events, on average; 0 sends all. Summaries are always sent. */
  samplingInterval?: number | undefined
  /** Send no events when the browser asks not to be tracked. */
  respectDoNotTrack?: boolean | undefined
  /** Leave all attributes of the context out of events, apart from its kind and key. */
  allAttributesPrivate?: boolean | undefined
  /** Attributes that are left out of events: names, or references such as `/address/street`. */
  privateAttributes?: readonly string[] | undefined
  /** Send the service no diagnostics: the options in use and counts, without attributes of users. */
  diagnosticOptOut?: boolean | undefined
  /** Milliseconds between two diagnostics: 900,000 by default, and 2,000 at least. */
  diagnosticRecordingInterval?: number | undefined
  /** Record the clicks and page views that the service defines as goals; true if absent. */
  fetchGoals?: boolean | undefined
  /** Returns the URL of the page as events contain it. If absent, tokens, codes, keys, sessions and e-mail addresses are removed. */
  eventUrlTransformer?: ((url: string) => string) | undefined
  /**
   * Send the headers that name the library and its version, with events and diagnostics, and those that name the wrapper and the
   * application. `true` by default. A standalone client sends the latter with each request. In a layer, requests for flags are
   * without them, so that the browser sends no CORS preflight before the first paint.
   */
  sendLDHeaders?: boolean | undefined
  /** Receives the headers of each request, and returns those to send. */
  requestHeaderTransform?: ((headers: Record<string, string>) => Record<string, string>) | undefined
  /** The application, for the service's statistics: letters, digits, dot, hyphen and underscore. */
  application?: { id?: string | undefined; version?: string | undefined } | undefined
  /** The name of a library around this one, for the service's statistics. */
  wrapperName?: string | undefined
  /** The version of that library. */
  wrapperVersion?: string | undefined
}

/** The options that have one value, or one for each promotion level. */
export const LEVEL_OPTIONS = ['clientSideId', 'baseUrl', 'streamUrl', 'eventsUrl'] as const

/** Options with one value in place of one for each promotion level. */
type OneLevel<Options> = {
  [Name in keyof Options]: Name extends (typeof LEVEL_OPTIONS)[number] ? Exclude<Options[Name], object> : Options[Name]
}

/** The options of a client whose contexts are given to it, at one promotion level. */
export type ClientOptions = OneLevel<Omit<FlagOptions, keyof ContextOptions>> & {
  /** The context's signature, for an environment in secure mode. */
  hash?: string | undefined
}

/** Options with their defaults. */
export type Complete<Options> = {
  [Name in keyof Options]-?: Name extends 'bootstrap' | 'streaming' ? Options[Name] : Exclude<Options[Name], undefined>
}

/** The options at one promotion level, with their defaults. */
export type FlagSettings = Complete<ClientOptions>

/** The default of each option that is needed for the first flags. It also determines the option's type. */
export const POLL_DEFAULTS = {
  clientSideId: '',
  baseUrl: 'https://app.launchdarkly.com',
  maxCachedContexts: 5,
  hash: '',
  bootstrap: undefined,
  streaming: undefined,
  evaluationReasons: false,
  useReport: false,
  usePost: false,
  sendEvents: true,
  requestHeaderTransform: (headers) => headers,
} satisfies Partial<FlagSettings>

/** The types of the options that have no default. */
const TYPES: Readonly<Record<string, string>> = {
  streaming: 'boolean',
  bootstrap: 'object or string',
}

/** The type of an option. */
export const typeOfOption = (name: string, byDefault: unknown) => TYPES[name] ?? typeName(byDefault)

/** Replaces missing options, and those of the wrong type, by their defaults. A boolean is converted. */
export function readOptions<Settings extends object>(options: object, defaults: Settings): Settings {
  const given = options as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(defaults).map(([name, byDefault]) => {
      const value = given[name] ?? undefined
      const type = typeOfOption(name, byDefault)
      if (value === undefined) return [name, byDefault]
      if (!type.includes(typeName(value))) return [name, type === 'boolean' ? Boolean(value) : byDefault]
      return [name, typeof value === 'string' ? trimSlashes(value) : value]
    }),
  ) as Settings
}
