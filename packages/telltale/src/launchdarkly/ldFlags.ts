/**
 * The value of a flag. LaunchDarkly's SDKs declare `any` here, and code that is written for them relies on it: `unknown` would not
 * compile there.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type LDFlagValue = any

/** The values of flags, by their keys. */
export interface LDFlagSet {
  [key: string]: LDFlagValue
}

/** What a `change` event of the v3 client brings: each changed flag with its value now and before. */
export interface LDFlagChangeset {
  [key: string]: { current: LDFlagValue; previous: LDFlagValue }
}

/** Why a flag has its value. */
export interface LDEvaluationReason {
  kind: string
  errorKind?: string
  ruleIndex?: number
  ruleId?: string
  prerequisiteKey?: string
  inExperiment?: boolean
}

/** A value with its variation and its reason. The v3 client sets both to null where they are unknown. */
export interface LDEvaluationDetail {
  value: LDFlagValue
  variationIndex?: number
  reason?: LDEvaluationReason
}

/** The same from the v4 client, which sets `variationIndex` to null where it is unknown, and leaves `reason` out. */
export interface LDEvaluationDetailTyped<Value> {
  value: Value
  variationIndex?: number | null
  reason?: LDEvaluationReason
}
