import type { EvaluatedFlag } from './flagEngine.ts'
import type { FlagMetadata, ServerFlag } from './serverFlag.ts'

/** A flag's evaluation as the OpenFeature Remote Evaluation Protocol describes it. */
export type OfrepFlag =
  | {
      readonly key: string
      /** Absent if no variation is served. The application's own default applies. */
      readonly value?: unknown
      readonly variant?: string
      readonly reason: string
      readonly metadata: FlagMetadata
    }
  | { readonly key: string; readonly errorCode: string; readonly errorDetails: string }

export function ofrepFlag({ result, flagVersion }: EvaluatedFlag, flag: ServerFlag): OfrepFlag {
  const { key } = flag
  const { value, variation } = result
  const reason = result['reason'] as { kind: string; errorKind?: string; ruleId?: string; ruleIndex?: number }
  if (reason.kind === 'ERROR') return { key, errorCode: 'GENERAL', errorDetails: reason.errorKind ?? 'unknown' }
  return {
    key,
    ...(typeof variation === 'number' && { value, variant: flag.variationNames?.[variation] ?? String(variation) }),
    reason: openFeatureReason(reason, flag),
    metadata: {
      version: Number(flagVersion),
      ...(reason.ruleId !== undefined && { ruleId: reason.ruleId }),
      ...(reason.ruleIndex !== undefined && { ruleIndex: reason.ruleIndex }),
      // What the author of the flag has written comes before what the services add.
      ...flag.metadata,
    },
  }
}

function openFeatureReason(reason: { kind: string; ruleIndex?: number }, flag: ServerFlag): string {
  switch (reason.kind) {
    case 'OFF':
    case 'PREREQUISITE_FAILED':
      return 'DISABLED'
    case 'TARGET_MATCH':
      return 'TARGETING_MATCH'
    case 'RULE_MATCH':
      return flag.rules[reason.ruleIndex ?? -1]?.rollout ? 'SPLIT' : 'TARGETING_MATCH'
    case 'FALLTHROUGH':
      if (flag.fallthrough.rollout) return 'SPLIT'
      // Without rules or targets it is the same for everyone.
      return flag.rules.length + flag.targets.length + flag.contextTargets.length > 0 ? 'DEFAULT' : 'STATIC'
    default:
      return 'UNKNOWN'
  }
}
