import { typeName } from '../core/lib/json.ts'
import { withStorage, type AsyncStorage } from '../client/withStorage.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import type { LDPluginV4 } from './ldClientV4.ts'
import type { LDOptionsCommon } from './ldModel.ts'
import type { VendorExtensions } from './vendorExtensions.ts'

/** The options of the v4 client. Times are in seconds. An option of the wrong type is reported, and its default is used. */
export interface LDOptionsV4 extends LDOptionsCommon<LDPluginV4> {
  /** `https://clientsdk.launchdarkly.com` if absent. */
  baseUri?: string | undefined
  /** `https://clientstream.launchdarkly.com` if absent. */
  streamUri?: string | undefined
  /** `https://events.launchdarkly.com` if absent. */
  eventsUri?: string | undefined
  /** 1 if absent. */
  streamInitialReconnectDelay?: number | undefined
  /** Request the reason for each value. */
  withReasons?: boolean | undefined
  /** The maximum number of events that wait for the next flush; 100 if absent. */
  capacity?: number | undefined
  /** 2 if absent, which is the minimum. */
  flushInterval?: number | undefined
  /** 900 if absent. */
  diagnosticRecordingInterval?: number | undefined
  /** The number of contexts whose flags are cached for later visits; 5 if absent. */
  maxCachedContexts?: number | undefined
  /** Cache no flags for later visits. */
  disableCache?: boolean | undefined
  /** The application as the service shows it. */
  applicationInfo?: { id?: string; version?: string } | undefined
  /** Stores flags and generated keys, as one item. `clear` is never called. */
  storage?:
    | {
        get: (key: string) => Promise<string | null>
        set: (key: string, value: string) => Promise<void>
        clear: (key: string) => Promise<void>
      }
    | undefined
  /** Has no effect: the client writes no debug messages. */
  debug?: boolean | undefined
  /** Has no effect in a browser, as in LaunchDarkly's SDK. */
  pollInterval?: number | undefined
}

interface Rule {
  type: 'array' | 'boolean' | 'function' | 'number' | 'object' | 'string'
  /** The flag client's name of the option, if it differs. */
  name?: keyof FlagClientOptions
  /** The factor by which the value is multiplied, and its minimum. */
  factor?: number
  least?: number
  /** Whether a value of another type is converted, and not replaced by the default. */
  isConverted?: boolean
}

const yesOrNo: Rule = { type: 'boolean', isConverted: true }
const seconds = (name: keyof FlagClientOptions, least: number): Rule => ({ type: 'number', name, factor: 1000, least })

const RULES: Readonly<Record<string, Rule>> = {
  baseUri: { type: 'string', name: 'baseUrl' },
  streamUri: { type: 'string', name: 'streamUrl' },
  eventsUri: { type: 'string', name: 'eventsUrl' },
  withReasons: { ...yesOrNo, name: 'evaluationReasons' },
  applicationInfo: { type: 'object', name: 'application' },
  capacity: { type: 'number', name: 'eventCapacity', least: 1 },
  flushInterval: seconds('flushInterval', 2),
  diagnosticRecordingInterval: seconds('diagnosticRecordingInterval', 2),
  streamInitialReconnectDelay: seconds('streamReconnectDelay', 0),
  maxCachedContexts: { type: 'number', least: 0 },
  streaming: { type: 'boolean' },
  useReport: yesOrNo,
  sendEvents: yesOrNo,
  allAttributesPrivate: yesOrNo,
  privateAttributes: { type: 'array' },
  diagnosticOptOut: yesOrNo,
  disableCache: yesOrNo,
  wrapperName: { type: 'string' },
  wrapperVersion: { type: 'string' },
  fetchGoals: { type: 'boolean' },
  eventUrlTransformer: { type: 'function' },
  inspectors: { type: 'array' },
  hooks: { type: 'array' },
  plugins: { type: 'array' },
  logger: { type: 'object' },
  storage: { type: 'object' },
  debug: yesOrNo,
  pollInterval: { type: 'number', least: 30 },
}

/** Options without an effect on the flag client. */
const WITHOUT_EFFECT = ['disableCache', 'debug', 'pollInterval']

/**
 * Converts the v4 SDK's options to the flag client's. Unknown and mistyped options are left out or converted as in that SDK, and
 * reported by their v4 names.
 */
export function readOptionsV4(
  options: object,
  report: (problem: string) => void,
): Partial<FlagClientOptions & VendorExtensions> {
  const read: Record<string, unknown> = { baseUrl: 'https://clientsdk.launchdarkly.com' }
  for (const [given, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue
    const rule = Object.hasOwn(RULES, given) ? RULES[given] : undefined
    const option = `Config option "${given}"`
    if (!rule) {
      report(`Ignoring unknown config option "${given}" (T114)`)
      continue
    }
    const { type, isConverted, name = given } = rule
    const isRight = typeName(value) === type
    if (!isRight) {
      report(`${option} should be of type ${type}, got ${typeName(value)} (T115)`)
    }
    if (WITHOUT_EFFECT.includes(given)) continue
    // oxlint-disable-next-line telltale/plain-keys -- The names are those of the table.
    if (isConverted) read[name] = Boolean(value)
    // oxlint-disable-next-line telltale/plain-keys -- The names are those of the table.
    else if (isRight) read[name] = type === 'number' ? numberOf(value as number, rule, option) : value
  }
  // The v4 SDK caches flags by default, and calls each inspector synchronously.
  const { disableCache } = options as { disableCache?: unknown }
  if (!disableCache && read['maxCachedContexts'] !== 0) read['bootstrap'] = 'localStorage'
  const { inspectors = [], storage } = read as Partial<VendorExtensions> & { storage?: AsyncStorage }
  return Object.assign(read, {
    inspectors: inspectors.map((one) => ({ ...one, synchronous: true })),
    ...(storage && { storage: withStorage(storage) }),
  })

  function numberOf(value: number, { least = 0, factor = 1 }: Rule, option: string): number {
    if (value < least) report(`${option} must be at least ${least} (T117)`)
    return Math.max(value, least) * factor
  }
}
