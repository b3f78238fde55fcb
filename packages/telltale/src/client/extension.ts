import { attempt } from '../core/lib/attempt.ts'
import { copyJson, isRecord, typeName } from '../core/lib/json.ts'
import type { Context, FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Log, Clock } from '../core/ports/platform.ts'
import type { BaseClient } from '../flags/baseClient.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagSettings } from '../flags/flagSettings.ts'
import type { FlagExtension } from './flagClientOptions.ts'
import type { Changes, WireFlags } from '../flags/flagStore.ts'
import { VERSION } from '../flags/startFlagActivity.ts'

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
  /** The key of the flag. */
  readonly flagKey: string
  /** The context of the current flags. `undefined` before the first one. */
  readonly context: Context | undefined
  /** The fallback of the call. */
  readonly defaultValue: unknown
  /** The name of the client’s method, such as `variation`. */
  readonly method: string
  /** The id of the environment, once the service has sent it. */
  readonly environmentId?: string | undefined
}

/** A call of `identify`, as a hook receives it. */
export interface IdentifyContext {
  /** The context that the client switches to. */
  readonly context: Context
}

/** A call of `track`, as a hook receives it. */
export interface TrackContext {
  /** The name of the event. */
  readonly key: string
  /** The context of the event. `undefined` before the first one. */
  readonly context: Context | undefined
  /** The data of the call. */
  readonly data: unknown
  /** The number of the call, for a metric. */
  readonly metricValue: number | undefined
  /** The id of the environment, once the service has sent it. */
  readonly environmentId?: string | undefined
}

/** Functions that run before and after an operation. An `after` stage receives what its `before` stage returned. */
export interface Hook {
  /** Returns the name of the hook, for messages. */
  getMetadata(): { name: string }
  /** Called before a flag is evaluated. */
  beforeEvaluation?(context: EvaluationContext, data: SeriesData): SeriesData
  /** Called after a flag was evaluated. */
  afterEvaluation?(context: EvaluationContext, data: SeriesData, detail: FlagDetail<unknown>): SeriesData
  /** Called before the client requests the flags of another context. */
  beforeIdentify?(context: IdentifyContext, data: SeriesData): SeriesData
  /** Called when `identify` has ended, with its outcome. */
  afterIdentify?(context: IdentifyContext, data: SeriesData, result: { status: string }): SeriesData
  /** Called after `track`. */
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
  /** Sets the value of a flag, whatever the service sends. */
  setOverride(key: string, value: Json): void
  /** Restores the service’s value of a flag. */
  removeOverride(key: string): void
  /** Restores the service’s values of all flags. */
  clearAllOverrides(): void
  /** Returns the values that are set, by the keys of their flags. */
  getAllOverrides(): Readonly<Record<string, unknown>>
}

/** The client and its application, as a plugin receives them. */
export interface PluginEnvironment {
  /** This library, `telltale`, and the wrapper of the options. */
  readonly sdk: {
    readonly name: string
    readonly version: string
    readonly wrapperName?: string
    readonly wrapperVersion?: string
  }
  /** The `application` of the options. */
  readonly application?: { readonly id?: string; readonly version?: string }
  /** The id of the environment in the options. */
  readonly clientSideId: string
}

/** An extension of a client, such as a developer toolbar. */
export interface Plugin {
  /** Returns the name of the plugin. */
  getMetadata(): { name: string }
  /** Called once, when the client has been created. */
  register(client: FlagClient, environment: PluginEnvironment): void
  /** Returns hooks to add to the client before its first operation. */
  getHooks?(environment: PluginEnvironment): readonly Hook[]
  /** Called with the means to override flags. */
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
    setOverride: (key, value) => update(key, () => (values[key] = { value: copyJson(value), version: 0 })),
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
