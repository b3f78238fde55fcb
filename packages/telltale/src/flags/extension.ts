import { attempt } from '../core/lib/attempt.ts'
import { isRecord, typeName } from '../core/lib/json.ts'
import type { Context, FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Log, Clock } from '../core/ports/platform.ts'
import type { BaseClient } from './baseClient.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagExtension, FlagSettings } from './flagSettings.ts'
import type { Changes, WireFlags } from './flagStore.ts'
import { VERSION } from './startFlagActivity.ts'

/** What an extension may use of its client. */
export interface ExtensionHost {
  readonly client: BaseClient
  /** What takes precedence over the service's flags. It is changed within `update` only. */
  readonly overrides: WireFlags
  update(key: string, edit: () => void): void
  readonly settings: FlagSettings
  readonly log: Log
  readonly clock: Clock
  /** The id of the environment, if the service has sent it. */
  environmentId(): string | undefined
}

/** What an extension does. */
export interface Extension {
  /** Whether evaluations are observed now; never, if absent. Others take the fastest path. */
  isEvaluationObserved?(): boolean
  /** Called before an operation. Returns a function that is called with its result. */
  before?(series: 'Evaluation' | 'Identify', context: object): (result: object) => void
  tracked?(event: object): void
  /** `isWhole`: all flags were replaced together. */
  changed?(changes: Changes, isWhole: boolean): void
  /** Called when the client switches to this context. */
  entered?(context: Context): void
  /** Whether the first flags count as changes, too. */
  readonly diffFirstFlags?: boolean
  /** Called when the client has been created. */
  register?(client: FlagClient): void
}

/** What an extension consists of. */
export interface ExtensionPart extends FlagExtension {
  start(host: ExtensionHost): Extension
}

/** An extension that consists of a list of the application. Items that are not objects are ignored, and reported. */
export function listExtension<Item extends object>(
  name: string,
  given: readonly Item[],
  run: (items: readonly Item[], host: ExtensionHost) => Extension,
): ExtensionPart {
  return { name, start: (host) => run(objectsIn(host.log), host) }

  function objectsIn(log: Log): Item[] {
    if (Array.isArray(given)) {
      return given.filter((item) => isRecord(item) || log.warn(`Ignoring ${typeName(item)} in ${name} (T120)`))
    }
    log.warn(`${name} should be of type array, got ${typeName(given)} (T121)`)
    return []
  }
}

export type Observe = (series: 'Evaluation' | 'Identify', operation: object) => (result: object) => void

/** The extensions as observers of operations. */
export function observation(extensions: readonly Extension[]) {
  const observe: Observe = (series, operation) => {
    const afters = extensions.map((one) => one.before?.(series, operation)).reverse()
    return (result: object) => afters.forEach((after) => after?.(result))
  }
  return { observers: extensions.flatMap((one) => one.isEvaluationObserved ?? []), observe }
}

/** What the stages of a hook pass on: an `after` stage receives what its `before` stage returned. */
type SeriesData = Readonly<Record<string, unknown>>

/** An evaluation, as a hook receives it. */
export interface EvaluationContext {
  readonly flagKey: string
  readonly context: Context | undefined
  readonly defaultValue: unknown
  readonly method: string
  readonly environmentId?: string | undefined
}

/** A call of `identify`, as a hook receives it. */
export interface IdentifyContext {
  readonly context: Context
}

/** A call of `track`, as a hook receives it. */
export interface TrackContext {
  readonly key: string
  readonly context: Context | undefined
  readonly data: unknown
  readonly metricValue: number | undefined
  readonly environmentId?: string | undefined
}

/** Functions that run before and after an operation. An `after` stage receives what its `before` stage returned. */
export interface Hook {
  getMetadata(): { name: string }
  beforeEvaluation?(context: EvaluationContext, data: SeriesData): SeriesData
  afterEvaluation?(context: EvaluationContext, data: SeriesData, detail: FlagDetail<unknown>): SeriesData
  beforeIdentify?(context: IdentifyContext, data: SeriesData): SeriesData
  afterIdentify?(context: IdentifyContext, data: SeriesData, result: { status: string }): SeriesData
  afterTrack?(context: TrackContext): void
}

type Stage = Exclude<keyof Hook, 'getMetadata'>

/** Calls hooks before and after evaluations and `identify`, and after `track`. */
export const withHooks = (hooks: readonly Hook[]): FlagExtension => listExtension('withHooks', hooks, runHooks)

/** A hook may be added to the list later. A stage that throws has no data, and does not affect the other hooks. */
export function runHooks(
  hooks: readonly Hook[],
  { log, environmentId }: Pick<ExtensionHost, 'log' | 'environmentId'>,
): Extension {
  function run(hook: Hook, stage: Stage, [context, ...more]: readonly [object, (SeriesData | undefined)?, object?]) {
    return attempt<SeriesData | undefined>(
      () => {
        const method = hook[stage] as ((...args: unknown[]) => SeriesData | undefined) | undefined
        return method?.call(hook, { ...context, environmentId: environmentId() }, ...more) ?? more[0]
      },
      (error) => {
        const name = attempt(
          () => hook.getMetadata().name,
          () => 'unknown hook',
        )
        log.error(`Hook "${name}" threw in ${stage}: ${String(error)} (T122)`)
        return {}
      },
    )
  }

  return {
    isEvaluationObserved: () => hooks.length > 0,
    // The `before` stages run in order, the `after` stages in reverse order.
    before(series, context) {
      const running = hooks.map((hook) => [hook, run(hook, `before${series}`, [context, {}])] as const).reverse()
      return (result) => running.forEach(([hook, data]) => run(hook, `after${series}`, [context, data, result]))
    },
    tracked: (event) => hooks.forEach((hook) => run(hook, 'afterTrack', [event])),
  }
}

/** Sets flag values for this page alone, for developer tools. */
export interface DebugOverrides {
  setOverride(key: string, value: Json): void
  removeOverride(key: string): void
  clearAllOverrides(): void
  getAllOverrides(): Readonly<Record<string, unknown>>
}

/** The client and its application, as a plugin receives them. */
export interface PluginEnvironment {
  readonly sdk: {
    readonly name: string
    readonly version: string
    readonly wrapperName?: string
    readonly wrapperVersion?: string
  }
  readonly application?: { readonly id?: string; readonly version?: string }
  readonly clientSideId: string
}

/** An extension of a client, such as a developer toolbar. */
export interface Plugin {
  getMetadata(): { name: string }
  register(client: FlagClient, environment: PluginEnvironment): void
  getHooks?(environment: PluginEnvironment): readonly Hook[]
  registerDebug?(overrides: DebugOverrides): void
}

/** Registers plugins with the client when it has been created. Their hooks run from the start. */
export const withPlugins = (plugins: readonly Plugin[]): FlagExtension =>
  listExtension('withPlugins', plugins, runPlugins)

export function runPlugins(plugins: readonly Plugin[], host: ExtensionHost): Extension {
  const { overrides: values, update, settings, log } = host
  const { clientSideId, wrapperName, wrapperVersion } = settings
  const { id, version } = settings.application
  const environment = {
    sdk: {
      name: 'telltale',
      version: VERSION,
      ...(wrapperName && { wrapperName }),
      ...(wrapperVersion && { wrapperVersion }),
    },
    ...((id || version) && { application: { id, version } }),
    clientSideId,
  } as PluginEnvironment
  const removeOverride = (key: string) => update(key, () => delete values[key])
  const overrides: DebugOverrides = {
    setOverride: (key, value) => update(key, () => (values[key] = { value, version: 0 })),
    removeOverride,
    clearAllOverrides: () => Object.keys(values).forEach(removeOverride),
    getAllOverrides: () => Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value])),
  }
  const each = (action: (plugin: Plugin) => void) =>
    plugins.forEach((plugin) =>
      attempt(
        () => action(plugin),
        (error) => log.error(`Plugin threw: ${String(error)} (T125)`),
      ),
    )

  const hooks: Hook[] = []
  each((plugin) => hooks.push(...(plugin.getHooks?.(environment) ?? [])))
  return {
    ...runHooks(hooks, host),
    register: (registered) =>
      each((plugin) => {
        plugin.register(registered, environment)
        plugin.registerDebug?.(overrides)
      }),
  }
}
