import { attempt } from '../core/lib/attempt.ts'
import type { Context, FlagDetail } from '../core/model/flag.ts'
import { objectsIn, type Extension, type ExtensionHost, type ExtensionPart, type FlagExtension } from './extension.ts'

type SeriesData = Readonly<Record<string, unknown>>

export interface EvaluationContext {
  readonly flagKey: string
  readonly context: Context | undefined
  readonly defaultValue: unknown
  readonly method: string
  readonly environmentId?: string | undefined
}

export interface IdentifyContext {
  readonly context: Context
}

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
export const withHooks = (hooks: readonly Hook[]): FlagExtension => {
  const part: ExtensionPart = {
    name: 'hooks',
    start: (host) => runHooks(objectsIn(hooks, 'withHooks', host.log), host),
  }
  return part
}

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
