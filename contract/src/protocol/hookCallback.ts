export type HookStage = 'beforeEvaluation' | 'afterEvaluation' | 'afterTrack'

/** A hook that the harness wants to have: where it tells of its stages, what they answer, and which of them throw. */
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
