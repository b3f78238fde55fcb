import type { Json } from '../core/model/json.ts'
import type { Log } from '../core/ports/log.ts'
import type { AsyncStorage } from './asyncStorage.ts'
import type { Hook } from './hooks.ts'
import type { Inspector } from './inspectors.ts'
import type { Plugin } from './plugins.ts'

/**
 * The options of the flag client, under the vendor's names. Times are in milliseconds. One of the wrong type is reported and
 * its default used; nothing throws.
 */
export interface FlagClientOptions {
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
  /** Flags to start with, as a server's `allFlagsState` gives them, or `localStorage`: those of an earlier visit. */
  bootstrap?: 'localStorage' | Readonly<Record<string, Json>>
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
  /** The address of the page as events show it. */
  eventUrlTransformer?: (url: string) => string
  sendLDHeaders?: boolean
  requestHeaderTransform?: (headers: Record<string, string>) => Record<string, string>
  application?: { id?: string; version?: string }
  wrapperName?: string
  wrapperVersion?: string
  hooks?: readonly Hook[]
  inspectors?: readonly Inspector[]
  plugins?: readonly Plugin[]
  logger?: Log
  /** Keeps keys of anonymous contexts, and flags, elsewhere than in `localStorage`. */
  storage?: AsyncStorage
}

type Optional =
  | 'bootstrap'
  | 'hash'
  | 'streaming'
  | 'application'
  | 'wrapperName'
  | 'wrapperVersion'
  | 'logger'
  | 'storage'
  | 'requestHeaderTransform'

export type FlagSettings = Required<Omit<FlagClientOptions, Optional>> & {
  [Name in Optional]: FlagClientOptions[Name] | undefined
}

/** Type, default and minimum of each option. */
const OPTIONS: Record<string, readonly [type: string, fallback?: unknown, minimum?: number]> = {
  clientSideId: ['string', ''],
  context: ['object'],
  baseUrl: ['string', 'https://app.launchdarkly.com'],
  streamUrl: ['string', 'https://clientstream.launchdarkly.com'],
  eventsUrl: ['string', 'https://events.launchdarkly.com'],
  streaming: ['boolean'],
  streamReconnectDelay: ['number', 1000, 0],
  bootstrap: ['object or string'],
  hash: ['string'],
  evaluationReasons: ['boolean', false],
  useReport: ['boolean', false],
  usePost: ['boolean', false],
  etags: ['boolean', false],
  instanceId: ['boolean', false],
  sendEvents: ['boolean', true],
  eventCapacity: ['number', 100, 1],
  flushInterval: ['number', 2000, 2000],
  samplingInterval: ['number', 0, 0],
  respectDoNotTrack: ['boolean', false],
  allAttributesPrivate: ['boolean', false],
  privateAttributes: ['array', []],
  diagnosticOptOut: ['boolean', false],
  diagnosticRecordingInterval: ['number', 900_000, 2000],
  fetchGoals: ['boolean', true],
  eventUrlTransformer: ['function', (url: string) => url],
  sendLDHeaders: ['boolean', true],
  requestHeaderTransform: ['function'],
  application: ['object'],
  wrapperName: ['string'],
  wrapperVersion: ['string'],
  hooks: ['array', []],
  inspectors: ['array', []],
  plugins: ['array', []],
  logger: ['object'],
  storage: ['object'],
}

/** The options with what was left out or is wrong replaced, and told of. */
export function readSettings(options: object, report: (problem: string) => void): FlagSettings {
  const given = options as Record<string, unknown>
  const settings: Record<string, unknown> = {}
  for (const [name, [type, fallback, minimum]] of Object.entries(OPTIONS)) {
    const actual = typeName(given[name])
    let value = given[name] ?? fallback
    if (value !== fallback && !type.includes(actual)) {
      const isFlag = type === 'boolean'
      report(
        `Config option "${name}" should be ${isFlag ? 'a boolean' : `of type ${type}`}, got ${actual}, ${
          isFlag ? 'converting to boolean' : 'using default value'
        }`,
      )
      value = isFlag ? Boolean(value) : fallback
    }
    if (minimum !== undefined && (value as number) < minimum) {
      report(`Config option "${name}" was set to ${value as number}, changing to minimum value of ${minimum}`)
      value = minimum
    }
    settings[name] = type === 'string' && value ? (value as string).replace(/\/+$/, '') : value
  }
  for (const name of Object.keys(given)) if (!OPTIONS[name]) report(`Ignoring unknown config option "${name}"`)
  return settings as unknown as FlagSettings
}

const typeName = (value: unknown) => (Array.isArray(value) ? 'array' : Number.isNaN(value) ? 'NaN' : typeof value)
