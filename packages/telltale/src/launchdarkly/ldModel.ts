import type { PluginEnvironment } from '../flags/extension.ts'

/** Names of attributes that are left out of events, for one kind of context. */
export interface LDContextMeta {
  privateAttributes?: string[]
}

/** The attributes of every kind of context. Without a `key` it must be `anonymous`: a key is then generated and stored. */
export interface LDContextCommon {
  key?: string
  name?: string
  anonymous?: boolean
  _meta?: LDContextMeta
  [attribute: string]: unknown
}

/** A context of one kind. */
export interface LDSingleKindContext extends LDContextCommon {
  kind: string
}

/** A context of several kinds, by the names of the kinds. */
export interface LDMultiKindContext {
  kind: 'multi'
  [kind: string]: 'multi' | LDContextCommon
}

/** A user in the format before contexts; it becomes a context of the kind `user`. */
export interface LDUser {
  key?: string
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  avatar?: string
  ip?: string
  country?: string
  anonymous?: boolean
  custom?: { [attribute: string]: string | boolean | number | (string | boolean | number)[] }
  privateAttributeNames?: string[]
}

/** The context for which flags are evaluated. */
export type LDContext = LDUser | LDSingleKindContext | LDMultiKindContext

/** A context as `getContext` returns it: each kind has its key. A user without a kind is returned without one. */
export type LDContextWithKey =
  | (LDSingleKindContext & { key: string })
  | { kind: 'multi'; [kind: string]: 'multi' | (LDContextCommon & { key: string }) }

/**
 * The value of a flag. LaunchDarkly's SDKs declare `any` here, and code that is written for them relies on it: with `unknown`, such
 * code would not compile.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDFlagValue = any

/** The values of flags, by their keys. */
export interface LDFlagSet {
  [key: string]: LDFlagValue
}

/** The argument of a `change` event of the v3 client: each changed flag with its current and its previous value. */
export interface LDFlagChangeset {
  [key: string]: { current: LDFlagValue; previous: LDFlagValue }
}

/** Why a flag has its value. */
export interface LDEvaluationReason {
  kind: string
  errorKind?: string
  ruleIndex?: number
  ruleId?: string
  prerequisiteKey?: string
  inExperiment?: boolean
}

/** A value with its variation and its reason. The v3 client sets both to null where they are unknown. */
export interface LDEvaluationDetail {
  value: LDFlagValue
  variationIndex?: number
  reason?: LDEvaluationReason
}

/** An evaluation detail of the v4 client, which sets `variationIndex` to null where it is unknown, and leaves `reason` out. */
export interface LDEvaluationDetailTyped<Value> {
  value: Value
  variationIndex?: number | null
  reason?: LDEvaluationReason
}

/** Data that a stage of a hook passes to its later stage. */
export type LDSeriesData = Readonly<Record<string, unknown>>

/** The data of an evaluation that a hook receives. */
export interface LDEvaluationSeriesContext {
  readonly flagKey: string
  readonly context?: LDContextWithKey
  readonly defaultValue: unknown
}

/** The data of an `identify` that a hook receives. */
export interface LDIdentifySeriesContext {
  readonly context: LDContextWithKey
  readonly timeout?: number
}

/** The data of a `track` that a hook receives. */
export interface LDTrackSeriesContext {
  readonly key: string
  readonly context: LDContextWithKey
  readonly data?: unknown
  readonly metricValue?: number
}

/** Called before and after evaluations and `identify`, and after `track`. An exception in it is logged. */
export interface LDHook {
  getMetadata(): { readonly name: string }
  beforeEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData): LDSeriesData
  afterEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData, detail: LDEvaluationDetail): LDSeriesData
  beforeIdentify?(context: LDIdentifySeriesContext, data: LDSeriesData): LDSeriesData
  afterIdentify?(
    context: LDIdentifySeriesContext,
    data: LDSeriesData,
    result: { status: 'completed' | 'error' | 'shed' },
  ): LDSeriesData
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
  type: Type
  name: string
  /** Call the method synchronously, not in a later task. */
  synchronous?: boolean
  method: Method
}

/** Sets values for this page only, for a developer toolbar. */
export interface LDDebugOverride {
  setOverride(flagKey: string, value: LDFlagValue): void
  removeOverride(flagKey: string): void
  clearAllOverrides(): void
  /** The v3 client's values by key; the v4 client's items, each with its `flag`. */
  getAllOverrides(): LDFlagSet
}

/** The data of the client that a plugin receives when it is registered. */
export type LDPluginEnvironmentMetadata = PluginEnvironment

/** An extension of a client. */
export interface LDPluginFor<Client> {
  getMetadata(): { readonly name: string }
  register(client: Client, environment: LDPluginEnvironmentMetadata): void
  getHooks?(environment: LDPluginEnvironmentMetadata): LDHook[]
  registerDebug?(debugOverride: LDDebugOverride): void
}

/** The options that have the same name in both clients. */
export interface LDOptionsCommon<Plugin> {
  /** Receive changes as they happen. If absent, only while `change` has listeners. */
  streaming?: boolean
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  /** Send events; true if absent. */
  sendEvents?: boolean
  /** Leave all attributes but the key out of events. */
  allAttributesPrivate?: boolean
  /** Attributes that are left out of events. */
  privateAttributes?: string[]
  /** Send no diagnostic events. */
  diagnosticOptOut?: boolean
  /** The name of a package that wraps this client, for the service. */
  wrapperName?: string
  /** The version of that package. */
  wrapperVersion?: string
  /** Record the clicks and page views that the service defines as goals; true if absent. */
  fetchGoals?: boolean
  /** Returns the URL of the page as events contain it. If absent, tokens, codes and e-mail addresses are removed. */
  eventUrlTransformer?: (url: string) => string
  /** Inspectors of evaluations, flags and contexts. */
  inspectors?: LDInspection[]
  /** Hooks of evaluations, `identify` and `track`. */
  hooks?: LDHook[]
  /** Plugins, each registered with the client. */
  plugins?: Plugin[]
  /** Where warnings and errors go; the console if absent. */
  logger?: LDLogger
}

/** A listener of the vendor's clients: its events have arguments of many types. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDListener = (...args: any[]) => void

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** The level of a message. */
type Level = (typeof LEVELS)[number]

/** Where a client's messages go. Telltale writes warnings and errors; `debug` and `info` are never called. */
export type LDLogger = Record<Level, (message: string) => void>

/** The options of `basicLogger`. */
export interface LDBasicLoggerOptions {
  /** The lowest level that is written; `info` if absent. */
  level?: Level | 'none'
  /** The prefix of each line; `[LaunchDarkly] ` if absent. */
  prefix?: string
  /** Receives each line, after the name of its level. The console's method of that level if absent. */
  destination?: (line: string) => void
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
