import { isPresent, withoutNulls } from '../json/withoutNulls.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface VariationOrRollout {
  readonly variation?: number
  readonly rollout?: {
    readonly kind?: string
    readonly contextKind?: string
    readonly bucketBy?: string
    readonly seed?: number | null
    readonly variations: readonly {
      readonly variation: number
      readonly weight: number
      readonly untracked?: boolean
    }[]
  }
}

export interface Clause {
  readonly attribute: string
  readonly op: string
  readonly values: readonly Json[]
  readonly contextKind?: string
  readonly negate?: boolean
}

export interface Rule extends VariationOrRollout {
  readonly id?: string
  readonly description?: string
  readonly clauses: readonly Clause[]
  readonly trackEvents?: boolean
}

export interface Target {
  readonly variation: number
  readonly values: readonly string[]
  readonly contextKind?: string
}

export type FlagMetadata = Readonly<Record<string, boolean | string | number>>

/** The fields of the vendor's server-side flags, and those that people use to describe a flag. */
export interface FlagFields {
  readonly key: string
  readonly version: number
  readonly on: boolean
  readonly variations: readonly Json[]
  readonly fallthrough: VariationOrRollout
  readonly offVariation?: number | null
  readonly targets: readonly Target[]
  readonly contextTargets: readonly Target[]
  readonly rules: readonly Rule[]
  readonly prerequisites: readonly { readonly key: string; readonly variation: number }[]
  readonly salt: string
  readonly sel?: string
  readonly clientSide?: boolean
  readonly clientSideAvailability: { readonly usingEnvironmentId?: boolean; readonly usingMobileKey?: boolean }
  readonly trackEvents?: boolean
  readonly trackEventsFallthrough?: boolean
  readonly debugEventsUntilDate?: number
  readonly samplingRatio?: number
  readonly excludeFromSummaries?: boolean
  readonly migration?: { readonly checkRatio?: number }
  readonly deleted?: boolean
  readonly name?: string
  readonly description?: string
  readonly kind?: string
  readonly tags?: readonly string[]
  /** By the index of the variation. Null, or a shorter list, for variations without a name. */
  readonly variationNames?: readonly (string | null)[]
  readonly metadata?: FlagMetadata
}

/** The flag vendor's server-side flag, as its SDKs receive it. Fields that are not listed here are passed through. */
export interface ServerFlag extends FlagFields {
  readonly [field: string]: unknown
}

export interface SegmentRule {
  readonly id?: string
  readonly description?: string
  readonly clauses: readonly Clause[]
  readonly weight?: number
  readonly bucketBy?: string
  readonly rolloutContextKind?: string
}

interface SegmentTarget {
  readonly values: readonly string[]
  readonly contextKind?: string
}

/** The fields of the vendor's server-side segments, and those that people use to describe a segment. */
export interface SegmentFields {
  readonly key: string
  readonly version: number
  readonly included?: readonly string[]
  readonly excluded?: readonly string[]
  readonly includedContexts?: readonly SegmentTarget[]
  readonly excludedContexts?: readonly SegmentTarget[]
  readonly rules?: readonly SegmentRule[]
  readonly salt?: string
  readonly unbounded?: boolean
  readonly unboundedContextKind?: string
  readonly generation?: number
  readonly deleted?: boolean
  readonly name?: string
  readonly description?: string
  readonly tags?: readonly string[]
}

export interface ServerSegment extends SegmentFields {
  readonly [field: string]: unknown
}

/**
 * Adds what a hand-written flag may omit, and removes the nulls that an export may have for absent fields. `flag` must have
 * passed `flagProblems`.
 */
export function completeFlag(key: string, flag: Partial<ServerFlag>): ServerFlag {
  const { description, variationNames, metadata, ...rest } = flag
  return {
    ...rest,
    ...(isPresent(description) && { description }),
    ...(isPresent(variationNames) && { variationNames }),
    ...(isPresent(metadata) && { metadata }),
    key,
    version: flag.version ?? 1,
    on: flag.on ?? false,
    variations: flag.variations ?? [],
    fallthrough: withoutNulls(flag.fallthrough ?? { variation: 0 }),
    targets: (flag.targets ?? []).map(withoutNulls),
    contextTargets: (flag.contextTargets ?? []).map(withoutNulls),
    rules: (flag.rules ?? []).map((rule) => ({ ...withoutNulls(rule), clauses: rule.clauses.map(withoutNulls) })),
    prerequisites: flag.prerequisites ?? [],
    salt: flag.salt ?? key,
    // The vendor's server SDK knows only the newer field; older exports have only the older one.
    clientSideAvailability: flag.clientSideAvailability ?? { usingEnvironmentId: flag.clientSide === true },
  }
}

/** The same for a segment that has passed `segmentProblems`. */
export function completeSegment(key: string, written: Partial<ServerSegment>): ServerSegment {
  const segment = withoutNulls(written)
  const { rules = [], includedContexts, excludedContexts } = segment
  return {
    version: 1,
    included: [],
    excluded: [],
    salt: key,
    ...segment,
    ...(includedContexts && { includedContexts: includedContexts.map(withoutNulls) }),
    ...(excludedContexts && { excludedContexts: excludedContexts.map(withoutNulls) }),
    // The vendor's evaluator would ignore a share whose weight is null.
    rules: rules.map((rule) => ({ ...withoutNulls(rule), clauses: rule.clauses.map(withoutNulls) })),
    key,
  }
}
