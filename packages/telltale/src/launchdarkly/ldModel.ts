import type { PluginEnvironment } from '../client/plugins.ts'
import type { FlagOptions } from '../launchDarklyService/flagSettings.ts'
import type { LDContextWithKey } from './contextReader.ts'

/**
 * The value of a flag. LaunchDarkly's SDKs declare `any` here, and code that is written for them relies on it: with `unknown`, such
 * code would not compile.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDFlagValue = any

/** The values of flags, by their keys. */
export interface LDFlagSet {
  /** The value of each flag. */
  [key: string]: LDFlagValue
}

/** The argument of a `change` event of the v3 client: each changed flag with its current and its previous value. */
export interface LDFlagChangeset {
  /** The values of each changed flag. */
  [key: string]: { current: LDFlagValue; previous: LDFlagValue }
}

/** Why a flag has its value. */
export interface LDEvaluationReason {
  /** Such as `OFF`, `FALLTHROUGH`, `TARGET_MATCH`, `RULE_MATCH`, `PREREQUISITE_FAILED` or `ERROR`. */
  kind: string
  /** For `ERROR`: such as `FLAG_NOT_FOUND` or `WRONG_TYPE`. */
  errorKind?: string
  /** For `RULE_MATCH`: the place of the rule, from 0. */
  ruleIndex?: number
  /** For `RULE_MATCH`: the id of the rule. */
  ruleId?: string
  /** For `PREREQUISITE_FAILED`: the key of the flag that failed. */
  prerequisiteKey?: string
  /** Whether the evaluation is part of an experiment. */
  inExperiment?: boolean
}

/** A value with its variation and its reason. The v3 client sets both to null where they are unknown. */
export interface LDEvaluationDetail {
  /** The flag’s value, or the default. */
  value: LDFlagValue
  /** The place of the value among the variations, from 0. */
  variationIndex?: number
  /** Why the flag has this value, if reasons are requested. */
  reason?: LDEvaluationReason
}

/** An evaluation detail of the v4 client, which sets `variationIndex` to null where it is unknown, and leaves `reason` out. */
export interface LDEvaluationDetailTyped<Value> {
  /** The flag’s value, or the default. */
  value: Value
  /** The place of the value among the variations, from 0. */
  variationIndex?: number | null
  /** Why the flag has this value, if reasons are requested. */
  reason?: LDEvaluationReason
}

/** Data that a stage of a hook passes to its later stage. */
export type LDSeriesData = Readonly<Record<string, unknown>>

/** The data of an evaluation that a hook receives. */
export interface LDEvaluationSeriesContext {
  /** The key of the flag. */
  readonly flagKey: string
  /** The context of the current flags. */
  readonly context?: LDContextWithKey
  /** The default of the call. */
  readonly defaultValue: unknown
}

/** The data of an `identify` that a hook receives. */
export interface LDIdentifySeriesContext {
  /** The context that the client switches to. */
  readonly context: LDContextWithKey
  /** The `timeout` of the call, in seconds. */
  readonly timeout?: number
}

/** The data of a `track` that a hook receives. */
export interface LDTrackSeriesContext {
  /** The name of the event. */
  readonly key: string
  /** The context of the event. */
  readonly context: LDContextWithKey
  /** The data of the call. */
  readonly data?: unknown
  /** The number of the call, for a metric. */
  readonly metricValue?: number
}

/** Called before and after evaluations and `identify`, and after `track`. An exception in it is logged. */
export interface LDHook {
  /** Returns the name of the hook, for messages. */
  getMetadata(): { readonly name: string }
  /** Called before a flag is evaluated. */
  beforeEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData): LDSeriesData
  /** Called after a flag was evaluated. */
  afterEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData, detail: LDEvaluationDetail): LDSeriesData
  /** Called before the client requests the flags of another context. */
  beforeIdentify?(context: LDIdentifySeriesContext, data: LDSeriesData): LDSeriesData
  /** Called when `identify` has ended, with its outcome. */
  afterIdentify?(
    context: LDIdentifySeriesContext,
    data: LDSeriesData,
    result: { status: 'completed' | 'error' | 'shed' },
  ): LDSeriesData
  /** Called after `track`. */
  afterTrack?(context: LDTrackSeriesContext): void
}

/** An inspector, which is called for evaluations, for changed flags or for contexts, depending on its type. */
export type LDInspection =
  | Inspection<'flag-used', (key: string, detail: LDEvaluationDetail, context: LDContextWithKey) => void>
  | Inspection<'flag-details-changed', (details: Record<string, LDEvaluationDetail>) => void>
  | Inspection<'flag-detail-changed', (key: string, detail: LDEvaluationDetail) => void>
  | Inspection<'client-identity-changed', (context: LDContextWithKey) => void>

/** An inspector of one type. */
interface Inspection<Type extends string, Method> {
  /** What the inspector is called for. */
  type: Type
  /** The name in messages. */
  name: string
  /** Call the method synchronously, not in a later task. */
  synchronous?: boolean
  /** Called with the arguments of its type. */
  method: Method
}

/** What the clients of both versions have. */
export interface LDClientCommon {
  /** The flag's value, or the default when the flag has none. Records an evaluation. */
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  /** Records an event of the context. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Sets whether changes are streamed. Without a value, only while `change` has listeners. */
  setStreaming(streaming?: boolean): void
  /** Adds a hook after those of the options. */
  addHook(hook: LDHook): void
}

/** Sets values for this page only, for a developer toolbar. */
export interface LDDebugOverride {
  /** Sets the value of a flag, whatever the service sends. */
  setOverride(flagKey: string, value: LDFlagValue): void
  /** Restores the service’s value of a flag. */
  removeOverride(flagKey: string): void
  /** Restores the service’s values of all flags. */
  clearAllOverrides(): void
  /** The v3 client's values by key; the v4 client's items, each with its `flag`. */
  getAllOverrides(): LDFlagSet
}

/** The data of the client that a plugin receives when it is registered. */
export type LDPluginEnvironmentMetadata = PluginEnvironment

/** An extension of a client. */
export interface LDPluginFor<Client> {
  /** Returns the name of the plugin. */
  getMetadata(): { readonly name: string }
  /** Called once, when the client has been created. */
  register(client: Client, environment: LDPluginEnvironmentMetadata): void
  /** Returns hooks to add to the client before its first operation. */
  getHooks?(environment: LDPluginEnvironmentMetadata): LDHook[]
  /** Called with the means to override flags. */
  registerDebug?(debugOverride: LDDebugOverride): void
}

/** The options that have the same name in both clients. */
export interface LDOptionsCommon<Plugin> extends Pick<FlagOptions, 'eventUrlTransformer' | 'fetchGoals'> {
  /** Receive changes as they happen. If absent, only while `change` has listeners. */
  streaming?: boolean | undefined
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean | undefined
  /** Send events; true if absent. */
  sendEvents?: boolean | undefined
  /** Leave all attributes but the key out of events. */
  allAttributesPrivate?: boolean | undefined
  /** Attributes that are left out of events. */
  privateAttributes?: string[] | undefined
  /** Send no diagnostic events. */
  diagnosticOptOut?: boolean | undefined
  /** The name of a package that wraps this client, for the service. */
  wrapperName?: string | undefined
  /** The version of that package. */
  wrapperVersion?: string | undefined
  /** Inspectors of evaluations, flags and contexts. */
  inspectors?: LDInspection[] | undefined
  /** Hooks of evaluations, `identify` and `track`. */
  hooks?: LDHook[] | undefined
  /** Plugins, each registered with the client. */
  plugins?: Plugin[] | undefined
  /** Where warnings and errors go; the console if absent. */
  logger?: LDLogger | undefined
}

/** A listener of the vendor's clients: its events have arguments of many types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDListener = (...args: any[]) => void

/** The levels of messages, the lowest first. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** The level of a message. */
type Level = (typeof LEVELS)[number]

/** Where a client's messages go. Telltale writes warnings and errors; `debug` and `info` are never called. */
export type LDLogger = Record<Level, (message: string) => void>

/** The options of `basicLogger`. */
export interface LDBasicLoggerOptions {
  /** The lowest level that is written; `info` if absent. */
  level?: Level | 'none' | undefined
  /** The prefix of each line; `[LaunchDarkly] ` if absent. */
  prefix?: string | undefined
  /** Receives each line, after the name of its level. The console's method of that level if absent. */
  destination?: ((line: string) => void) | undefined
}

/** Creates loggers as the v3 SDK does. Throws when `destination` is not a function. */
export const basicLoggerOn =
  (console: LDLogger) =>
  ({ level = 'info', prefix = '[LaunchDarkly] ', destination }: LDBasicLoggerOptions = {}): LDLogger => {
    if (destination !== undefined && typeof destination !== 'function') {
      throw new Error('basicLogger: destination must be a function. (T126)')
    }
    const least = level === 'none' ? LEVELS.length : LEVELS.indexOf(level)
    const write = (name: Level) => (message: string) =>
      destination ? destination(`${name}: ${prefix}${message}`) : console[name](prefix + message)
    const logger = Object.fromEntries(
      LEVELS.map((name, index) => [name, index < least ? () => {} : write(name)]),
    ) as LDLogger
    return logger
  }
