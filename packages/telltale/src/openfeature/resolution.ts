import type { ErrorCode, FlagMetadata, ResolutionDetails } from '@openfeature/web-sdk'
import { isInExperiment, type Flag, type FlagDetail, type FlagReason, type FlagsStatus } from '../core/model/flag.ts'

/** OpenFeature's names. A service with another protocol may send these itself, or its own, which are passed on. */
const REASONS: Readonly<Record<string, string>> = {
  OFF: 'DISABLED',
  FALLTHROUGH: 'DEFAULT',
  PREREQUISITE_FAILED: 'DEFAULT',
  TARGET_MATCH: 'TARGETING_MATCH',
  RULE_MATCH: 'TARGETING_MATCH',
}

/** The default, and why. */
export const failed = <T>(value: T, errorCode: string, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  errorCode: errorCode as ErrorCode,
  errorMessage,
})

/** Where a value is from says more than why it was chosen. */
function reasonOf(kind: string, status: FlagsStatus, inExperiment: boolean): string {
  if (kind === 'OVERRIDE') return 'STATIC'
  if (status !== 'live') return status === 'failed' ? 'STALE' : 'CACHED'
  return inExperiment ? 'SPLIT' : (REASONS[kind] ?? kind)
}

/** The value of a flag with what OpenFeature tells of it. */
export function resolved<T>(
  { value, variationIndex, reason }: FlagDetail<T>,
  flag: Flag,
  status: FlagsStatus,
): ResolutionDetails<T> {
  const { kind = 'UNKNOWN', variant = variationIndex, ...more }: Partial<FlagReason> = reason ?? {}
  return {
    value,
    reason: reasonOf(kind, status, isInExperiment(flag)),
    ...(variant !== undefined && { variant: String(variant) }),
    flagMetadata: { ...(more as FlagMetadata), version: flag.flagVersion ?? flag.version },
  }
}
