import type { Clause, FlagFields, Rule, SegmentFields, SegmentRule, Target, VariationOrRollout } from './serverFlag.ts'

/** The fields that something reads. Those of an object, or of each object in a list, are listed too. */
export type Fields = { readonly [field: string]: true | Fields }

/** All fields of a type: the compiler reports a field that is only in the type, or only in the list. */
type FieldsOf<T> = { readonly [F in keyof T]-?: FieldsIn<PartOf<NonNullable<T[F]>>> }
/** An object with any fields, such as metadata, is read as a whole. */
type FieldsIn<T> = [T] extends [object] ? (string extends keyof T ? true : FieldsOf<T>) : true
type PartOf<T> = T extends readonly (infer One)[] ? One : T

export const CLAUSE: FieldsOf<Clause> = { attribute: true, op: true, values: true, contextKind: true, negate: true }

export const ROLLOUT: FieldsOf<NonNullable<VariationOrRollout['rollout']>> = {
  kind: true,
  contextKind: true,
  bucketBy: true,
  seed: true,
  variations: { variation: true, weight: true, untracked: true },
}

const SERVED: FieldsOf<VariationOrRollout> = { variation: true, rollout: ROLLOUT }
const TARGET: FieldsOf<Target> = { variation: true, values: true, contextKind: true }
const RULE: FieldsOf<Rule> = { ...SERVED, id: true, description: true, clauses: CLAUSE, trackEvents: true }

export const FLAG: FieldsOf<FlagFields> = {
  key: true,
  version: true,
  on: true,
  variations: true,
  fallthrough: SERVED,
  offVariation: true,
  targets: TARGET,
  contextTargets: TARGET,
  rules: RULE,
  prerequisites: { key: true, variation: true },
  salt: true,
  sel: true,
  clientSide: true,
  clientSideAvailability: { usingEnvironmentId: true, usingMobileKey: true },
  trackEvents: true,
  trackEventsFallthrough: true,
  debugEventsUntilDate: true,
  samplingRatio: true,
  excludeFromSummaries: true,
  migration: { checkRatio: true },
  deleted: true,
  name: true,
  description: true,
  kind: true,
  tags: true,
  variationNames: true,
  metadata: true,
}

const SEGMENT_RULE: FieldsOf<SegmentRule> = {
  id: true,
  description: true,
  clauses: CLAUSE,
  weight: true,
  bucketBy: true,
  rolloutContextKind: true,
}
const SEGMENT_TARGET = { values: true, contextKind: true } as const

export const SEGMENT: FieldsOf<SegmentFields> = {
  key: true,
  version: true,
  included: true,
  excluded: true,
  includedContexts: SEGMENT_TARGET,
  excludedContexts: SEGMENT_TARGET,
  rules: SEGMENT_RULE,
  salt: true,
  unbounded: true,
  unboundedContextKind: true,
  generation: true,
  deleted: true,
  name: true,
  description: true,
  tags: true,
}
