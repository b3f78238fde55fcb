import { typeName } from '../core/lib/json.ts'
import type { BaseClient } from '../flags/baseClient.ts'
import type { FlagClient } from '../client/flagClient.ts'
import type { LDContext, LDContextWithKey } from './contextReader.ts'
import type {
  LDClientCommon,
  LDEvaluationDetailTyped,
  LDFlagSet,
  LDFlagValue,
  LDListener,
  LDLogger,
  LDPluginFor,
} from './ldModel.ts'

/** The outcome of `start`, or of a wait for it. */
export type LDInitializationResult = { status: 'complete' } | { status: 'failed'; error: Error } | { status: 'timeout' }

/** The outcome of an `identify`. `shed`: a later one has superseded it. */
export type LDIdentifyResult =
  | { status: 'completed' }
  | { status: 'error'; error: Error }
  | { status: 'timeout'; timeout: number }
  | { status: 'shed' }

/** The options of `identify`. */
export interface LDIdentifyOptions {
  /** The context's signature, for an environment in secure mode. */
  hash?: string | undefined
  /** Seconds; 5 if absent. */
  timeout?: number | undefined
  /** Wait as long as it takes, unless `timeout` is set. */
  noTimeout?: boolean | undefined
}

/** The options of `start`. */
export interface LDStartOptions {
  /** Seconds; 5 if absent. */
  timeout?: number | undefined
  /** The initial flags, as `toJSON()` of a server SDK's `allFlagsState` returns them. */
  bootstrap?: unknown
  /** The options of the first `identify`. */
  identifyOptions?: (LDIdentifyOptions & { bootstrap?: unknown }) | undefined
}

/** The argument of a `dataSourceStatus` event. */
export interface LDDataSourceStatus {
  /** `VALID` while flags arrive, `CLOSED` after `close`. */
  readonly state: 'INITIALIZING' | 'VALID' | 'CLOSED'
  /** Milliseconds since 1970. */
  readonly stateSince: number
  /** The last failure to get flags, with its time in milliseconds since 1970. */
  readonly lastError?: { readonly kind: 'NETWORK_ERROR'; readonly message: string; readonly time: number }
}

/**
 * The client of `@launchdarkly/js-client-sdk` 4, over Telltale's flag client. Its events are `ready`, `initialized`, `error`, `change`,
 * `change:<key>` and `dataSourceStatus`. It sends no request before `start`, and its promises never reject.
 */
export interface LDClientV4 extends LDClientCommon {
  /** The logger of the options, or one that writes to the console. */
  readonly logger: LDLogger
  /** Requests the first context's flags. A later call returns the same promise, or its outcome. */
  start(options?: LDStartOptions): Promise<LDInitializationResult>
  /**
   * Resolves with the outcome of `start`, or when the time is up.
   *
   * @param options - `timeout` in seconds; 5 if absent
   */
  waitForInitialization(options?: { timeout?: number }): Promise<LDInitializationResult>
  /**
   * Requests the flags of another context. Until they arrive, the client keeps its current context, unless flags of an earlier
   * visit are cached for the new one.
   */
  identify(context: LDContext, options?: LDIdentifyOptions): Promise<LDIdentifyResult>
  /** A copy of the context whose flags are in force: as the application gave it, with its keys. `undefined` before `start`. */
  getContext(): LDContextWithKey | undefined
  /** The flag's value with its variation and its reason. */
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetailTyped<LDFlagValue>
  /** Like `variation`, but returns the default when the flag's value has another type, too, and emits `error` the first time. */
  boolVariation(key: string, defaultValue: boolean): boolean
  /** A boolean flag's value with its variation and its reason. */
  boolVariationDetail(key: string, defaultValue: boolean): LDEvaluationDetailTyped<boolean>
  /** A number flag's value; see `boolVariation`. */
  numberVariation(key: string, defaultValue: number): number
  /** A number flag's value with its variation and its reason. */
  numberVariationDetail(key: string, defaultValue: number): LDEvaluationDetailTyped<number>
  /** A string flag's value; see `boolVariation`. */
  stringVariation(key: string, defaultValue: string): string
  /** A string flag's value with its variation and its reason. */
  stringVariationDetail(key: string, defaultValue: string): LDEvaluationDetailTyped<string>
  /** The value of a flag of any type; see `variation`. */
  jsonVariation(key: string, defaultValue: unknown): unknown
  /** The value of a flag of any type with its variation and its reason. */
  jsonVariationDetail(key: string, defaultValue: unknown): LDEvaluationDetailTyped<unknown>
  /** All values by key. Records nothing. */
  allFlags(): LDFlagSet
  /** Calls `callback` for each event of this name. */
  on(key: string, callback: LDListener): void
  /** Removes a listener, or without a callback all listeners of the event. */
  off(key: string, callback?: LDListener): void
  /** Warns that it has no effect, as LaunchDarkly's SDK does without its `dataSystem` option. */
  setConnectionMode(mode?: string): void
  /** Sends the queued events. Events that cannot be delivered are kept and retried. */
  flush(): Promise<{ error?: Error; result: boolean }>
  /** Sends the queued events, and stops all activity of the client. */
  close(): Promise<void>
}

/** A plugin of the v4 client. It is registered when the client starts. */
export type LDPluginV4 = LDPluginFor<LDClientV4>

/** The flag client behind a v4 client that has been started. */
export interface StartedV4 {
  client: FlagClient
  base: BaseClient
}

/** The evaluation methods by name, with the type that each expects. */
const TYPES = {
  variation: '',
  boolVariation: 'boolean',
  numberVariation: 'number',
  stringVariation: 'string',
  jsonVariation: '',
}

type Method = keyof typeof TYPES | `${keyof typeof TYPES}Detail`

/** The evaluation methods of the v4 client. Before the client is started every flag is unknown. */
export function evaluationsV4(
  startedNow: () => StartedV4 | undefined,
  reportError: (error: Error) => void,
): Pick<LDClientV4, Method> {
  const reported = new Set<string>()

  function read(method: Method, type: string, [key, defaultValue]: [key: string, defaultValue?: unknown]) {
    const started = startedNow()
    const flag = started?.base.getFlag(key)
    // Without a default, an unknown flag is null, and so is one of another type.
    const fallback = flag ? defaultValue : (defaultValue ?? null)
    if (!started) return { value: fallback, reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } }
    const isMistyped = type && flag && typeof flag.value !== type
    if (isMistyped && !reported.has(key)) {
      reported.add(key)
      const message = `Wrong type "${typeName(flag.value)}" for feature flag "${key}" in ${method}; returning default value (T133)`
      reportError(Object.assign(new Error(message), { name: 'LaunchDarklyClientError' }))
    }
    const client = started.client as object as Record<Method, (key: string, fallback: unknown) => unknown>
    const result = client[method](key, fallback)
    const detail = method.endsWith('Detail') ? (result as { value: unknown }) : { value: result }
    return isMistyped ? { ...detail, value: detail.value ?? null } : detail
  }

  const methods = (Object.keys(TYPES) as (keyof typeof TYPES)[]).flatMap((name) => [
    [name, (...asked: [string]) => read(name, TYPES[name], asked).value],
    [`${name}Detail`, (...asked: [string]) => ({ variationIndex: null, ...read(`${name}Detail`, TYPES[name], asked) })],
  ])
  return Object.fromEntries(methods) as Pick<LDClientV4, Method>
}
