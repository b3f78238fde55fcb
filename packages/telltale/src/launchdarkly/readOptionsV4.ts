import { typeName } from '../core/lib/typeName.ts'
import type { FlagClientOptions } from '../flags/flagSettings.ts'
import type { Inspector } from '../flags/inspectors.ts'

interface Rule {
  type: 'array' | 'boolean' | 'function' | 'number' | 'object' | 'string'
  /** Its name here, if that is another one. */
  name?: keyof FlagClientOptions
  /** What it is multiplied by, and the least that it may be. */
  factor?: number
  least?: number
}

const seconds = (name: keyof FlagClientOptions, least: number): Rule => ({ type: 'number', name, factor: 1000, least })

const RULES: Readonly<Record<string, Rule>> = {
  baseUri: { type: 'string', name: 'baseUrl' },
  streamUri: { type: 'string', name: 'streamUrl' },
  eventsUri: { type: 'string', name: 'eventsUrl' },
  withReasons: { type: 'boolean', name: 'evaluationReasons' },
  applicationInfo: { type: 'object', name: 'application' },
  capacity: { type: 'number', name: 'eventCapacity', least: 1 },
  flushInterval: seconds('flushInterval', 2),
  diagnosticRecordingInterval: seconds('diagnosticRecordingInterval', 2),
  streamInitialReconnectDelay: seconds('streamReconnectDelay', 0),
  maxCachedContexts: { type: 'number', least: 0 },
  streaming: { type: 'boolean' },
  useReport: { type: 'boolean' },
  sendEvents: { type: 'boolean' },
  allAttributesPrivate: { type: 'boolean' },
  privateAttributes: { type: 'array' },
  diagnosticOptOut: { type: 'boolean' },
  disableCache: { type: 'boolean' },
  wrapperName: { type: 'string' },
  wrapperVersion: { type: 'string' },
  fetchGoals: { type: 'boolean' },
  eventUrlTransformer: { type: 'function' },
  inspectors: { type: 'array' },
  hooks: { type: 'array' },
  plugins: { type: 'array' },
  logger: { type: 'object' },
  storage: { type: 'object' },
  debug: { type: 'boolean' },
  pollInterval: { type: 'number', least: 30 },
}

/** Options that change nothing about the flag client. */
const WITHOUT_EFFECT = ['disableCache', 'debug', 'pollInterval']

/** The v4 SDK's options as the flag client's. What is unknown or wrong is left out, and reported under its v4 name. */
export function readOptionsV4(options: object, report: (problem: string) => void): Partial<FlagClientOptions> {
  const read: Record<string, unknown> = { baseUrl: 'https://clientsdk.launchdarkly.com' }
  for (const [given, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue
    const rule = Object.hasOwn(RULES, given) ? RULES[given] : undefined
    const option = `Config option "${given}"`
    if (!rule) report(`Ignoring unknown config option "${given}"`)
    else if (typeName(value) !== rule.type) {
      report(`${option} should be of type ${rule.type}, got ${typeName(value)}, using default value`)
    } else if (!WITHOUT_EFFECT.includes(given)) {
      read[rule.name ?? given] = rule.type === 'number' ? numberOf(value as number, rule, option) : value
    }
  }
  // The v4 SDK keeps flags by default, and calls each inspector synchronously.
  const { disableCache } = options as { disableCache?: unknown }
  if (disableCache !== true && read['maxCachedContexts'] !== 0) read['bootstrap'] = 'localStorage'
  const inspectors = (read['inspectors'] ?? []) as Inspector[]
  return Object.assign(read, { inspectors: inspectors.map((one) => ({ ...one, synchronous: true })) })

  function numberOf(value: number, { least = 0, factor = 1 }: Rule, option: string): number {
    if (value < least) report(`${option} was set to ${value}, changing to minimum value of ${least}`)
    return Math.max(value, least) * factor
  }
}
