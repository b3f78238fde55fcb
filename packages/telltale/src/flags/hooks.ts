import { attempt } from '../core/lib/attempt.ts'
import type { Context } from '../core/model/context.ts'
import type { FlagDetail } from '../core/model/flag.ts'
import type { Log } from '../core/ports/log.ts'

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

/** Is told before and after. What a `before` returns is given to its `after`. */
export interface Hook {
  getMetadata(): { name: string }
  beforeEvaluation?(context: EvaluationContext, data: SeriesData): SeriesData
  afterEvaluation?(context: EvaluationContext, data: SeriesData, detail: FlagDetail<unknown>): SeriesData
  beforeIdentify?(context: IdentifyContext, data: SeriesData): SeriesData
  afterIdentify?(context: IdentifyContext, data: SeriesData, result: { status: string }): SeriesData
  afterTrack?(context: TrackContext): void
}

type Stage = Exclude<keyof Hook, 'getMetadata'>

export type Hooks = ReturnType<typeof createHooks>

/**
 * Runs the hooks' stages. One that throws has no data, and harms nobody.
 *
 * @param environmentId the service's name for where the flags come from, if it told
 */
export function createHooks(hooks: Hook[], log: Log, environmentId: () => string | undefined) {
  function run(hook: Hook, stage: Stage, [context, data, result]: readonly [object, SeriesData, object?]): SeriesData {
    return attempt(
      () => {
        const method = hook[stage] as ((...args: unknown[]) => SeriesData | undefined) | undefined
        return method?.call(hook, { ...context, environmentId: environmentId() }, data, result) ?? data
      },
      (error) => {
        const name = attempt(
          () => hook.getMetadata().name,
          () => 'unknown hook',
        )
        log.error(`Hook "${name}" threw in ${stage}: ${String(error)}`)
        return {}
      },
    )
  }

  return {
    list: hooks,
    /** The first come first before, and last after. */
    before(series: 'Evaluation' | 'Identify', context: object): (result: object) => void {
      const running = hooks.map((hook) => [hook, run(hook, `before${series}`, [context, {}])] as const).reverse()
      return (result) => running.forEach(([hook, data]) => run(hook, `after${series}`, [context, data, result]))
    },
    tracked: (context: TrackContext) => hooks.forEach((hook) => run(hook, 'afterTrack', [context, {}])),
  }
}
