import type { Hook } from 'telltale/flags'
import type { HookCallback, HookConfig, HookStage } from '../protocol/hookCallback.ts'

/** Creates a hook that reports each stage to the harness, or throws in it, as configured. */
export function createPostingHook(config: HookConfig, post: (url: string, callback: HookCallback) => void): Hook {
  const { name, callbackUri, data, errors } = config

  function report(callback: HookCallback) {
    const error = errors?.[callback.stage]
    if (error) throw new Error(error)
    post(callbackUri, callback)
  }

  const more = (stage: HookStage, before: object) => ({ ...before, ...data?.[stage] })

  return {
    getMetadata: () => ({ name }),
    beforeEvaluation(evaluationSeriesContext, evaluationSeriesData) {
      report({ stage: 'beforeEvaluation', evaluationSeriesContext, evaluationSeriesData })
      return more('beforeEvaluation', evaluationSeriesData)
    },
    afterEvaluation(evaluationSeriesContext, evaluationSeriesData, evaluationDetail) {
      report({ stage: 'afterEvaluation', evaluationSeriesContext, evaluationSeriesData, evaluationDetail })
      return more('afterEvaluation', evaluationSeriesData)
    },
    afterTrack: (trackSeriesContext) => report({ stage: 'afterTrack', trackSeriesContext }),
  }
}
