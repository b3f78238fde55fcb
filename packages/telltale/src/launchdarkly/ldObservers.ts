import type { LDContextWithKey } from './ldContext.ts'
import type { LDEvaluationDetail, LDFlagSet, LDFlagValue } from './ldFlags.ts'

/** What a hook's stage returns for its later stage. */
export type LDSeriesData = Readonly<Record<string, unknown>>

/** What a hook is told of an evaluation. */
export interface LDEvaluationSeriesContext {
  readonly flagKey: string
  readonly context?: LDContextWithKey
  readonly defaultValue: unknown
}

/** What a hook is told of an `identify`. */
export interface LDIdentifySeriesContext {
  readonly context: LDContextWithKey
  readonly timeout?: number
}

/** What a hook is told of a `track`. */
export interface LDTrackSeriesContext {
  readonly key: string
  readonly context: LDContextWithKey
  readonly data?: unknown
  readonly metricValue?: number
}

/** Is called before and after evaluations and `identify`, and after `track`. An exception in it is logged. */
export interface LDHook {
  getMetadata(): { readonly name: string }
  beforeEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData): LDSeriesData
  afterEvaluation?(context: LDEvaluationSeriesContext, data: LDSeriesData, detail: LDEvaluationDetail): LDSeriesData
  beforeIdentify?(context: LDIdentifySeriesContext, data: LDSeriesData): LDSeriesData
  afterIdentify?(
    context: LDIdentifySeriesContext,
    data: LDSeriesData,
    result: { status: 'completed' | 'error' },
  ): LDSeriesData
  afterTrack?(context: LDTrackSeriesContext): void
}

/** An inspector: is told of evaluations, of changed flags, or of contexts, by its type. */
export type LDInspection =
  | Inspection<'flag-used', (key: string, detail: LDEvaluationDetail, context: LDContextWithKey) => void>
  | Inspection<'flag-details-changed', (details: Record<string, LDEvaluationDetail>) => void>
  | Inspection<'flag-detail-changed', (key: string, detail: LDEvaluationDetail) => void>
  | Inspection<'client-identity-changed', (context: LDContextWithKey) => void>

interface Inspection<Type extends string, Method> {
  type: Type
  name: string
  /** Called within the call that it is told of, not a moment later. */
  synchronous?: boolean
  method: Method
}

/** Sets values for this page alone, for a developer's toolbar. */
export interface LDDebugOverride {
  setOverride(flagKey: string, value: LDFlagValue): void
  removeOverride(flagKey: string): void
  clearAllOverrides(): void
  /** The v3 client's values by key; the v4 client's items, each with its `flag`. */
  getAllOverrides(): LDFlagSet
}

/** What a plugin is told of the client that it is registered with. */
export interface LDPluginEnvironmentMetadata {
  readonly sdk: { readonly name: string; readonly version: string }
  readonly application?: { readonly id?: string; readonly version?: string }
  readonly clientSideId: string
}

/** Something that adds to a client. */
export interface LDPluginFor<Client> {
  getMetadata(): { readonly name: string }
  register(client: Client, environment: LDPluginEnvironmentMetadata): void
  getHooks?(environment: LDPluginEnvironmentMetadata): LDHook[]
  registerDebug?(debugOverride: LDDebugOverride): void
}
