export type HookStage = 'beforeEvaluation' | 'afterEvaluation' | 'afterTrack'

/** A hook that the harness asks for: where it reports its stages, the data that it returns, and the errors that it throws. */
export interface HookConfig {
  name: string
  callbackUri: string
  data?: Partial<Record<HookStage, Readonly<Record<string, unknown>>>> | null
  errors?: Partial<Record<HookStage, string>> | null
}

/** What a hook posts to the harness. */
export interface HookCallback {
  stage: HookStage
  evaluationSeriesContext?: object
  evaluationSeriesData?: object
  evaluationDetail?: object
  trackSeriesContext?: object
}
