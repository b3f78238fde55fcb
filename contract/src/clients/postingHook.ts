import type { Hook } from 'telltale/flags'
import type { HookCallback, HookConfig, HookStage } from '../protocol/hookCallback.ts'

/** A hook that tells the harness of each stage, or throws in it, as configured. */
export function createPostingHook(config: HookConfig, post: (url: string, callback: HookCallback) => void): Hook {
  const { name, callbackUri, data, errors } = config

  function tell(callback: HookCallback) {
    const error = errors?.[callback.stage]
    if (error) throw new Error(error)
    post(callbackUri, callback)
  }

  const more = (stage: HookStage, before: object) => ({ ...before, ...data?.[stage] })

  return {
    getMetadata: () => ({ name }),
    beforeEvaluation(evaluationSeriesContext, evaluationSeriesData) {
      tell({ stage: 'beforeEvaluation', evaluationSeriesContext, evaluationSeriesData })
      return more('beforeEvaluation', evaluationSeriesData)
    },
    afterEvaluation(evaluationSeriesContext, evaluationSeriesData, evaluationDetail) {
      tell({ stage: 'afterEvaluation', evaluationSeriesContext, evaluationSeriesData, evaluationDetail })
      return more('afterEvaluation', evaluationSeriesData)
    },
    afterTrack: (trackSeriesContext) => tell({ stage: 'afterTrack', trackSeriesContext }),
  }
}
