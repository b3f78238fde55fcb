import { attempt } from '../core/lib/attempt.ts'
import type { Context, FlagDetail } from '../core/model/flag.ts'
import { listExtension, type Extension, type ExtensionHost } from './extension.ts'
import type { FlagExtension } from './flagClientOptions.ts'

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
