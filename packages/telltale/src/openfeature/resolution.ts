import type { ErrorCode, FlagMetadata, ResolutionDetails } from '@openfeature/web-sdk'
import { isInExperiment, type Flag, type FlagDetail, type FlagReason, type FlagsStatus } from '../core/model/flag.ts'

/** OpenFeature's names. A service with another protocol may send these themselves, or its own, which are passed on. */
const REASONS: Readonly<Record<string, string>> = {
  OFF: 'DISABLED',
  FALLTHROUGH: 'DEFAULT',
  PREREQUISITE_FAILED: 'DEFAULT',
  TARGET_MATCH: 'TARGETING_MATCH',
  RULE_MATCH: 'TARGETING_MATCH',
  OVERRIDE: 'STATIC',
}

/** The codes for the error kinds of the flag service. */
const CODES: Readonly<Record<string, string>> = {
  WRONG_TYPE: 'TYPE_MISMATCH',
  FLAG_NOT_FOUND: 'FLAG_NOT_FOUND',
  CLIENT_NOT_READY: 'PROVIDER_NOT_READY',
  MALFORMED_FLAG: 'PARSE_ERROR',
  USER_NOT_SPECIFIED: 'TARGETING_KEY_MISSING',
}

export const codeOf = ({ errorKind }: FlagReason): string => CODES[String(errorKind)] ?? 'GENERAL'

/** The default, and why. */
export const failed = <T>(value: T, errorCode: string, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  errorCode: errorCode as ErrorCode,
  errorMessage,
})

/** The value of a flag with what OpenFeature tells of it. */
export function resolved<T>(
  { value, variationIndex, reason }: FlagDetail<T>,
  flag: Flag | undefined,
  status: FlagsStatus,
): ResolutionDetails<T> {
  const flagMetadata = metadataOf(flag)
  return {
    value,
    reason: reasonOf(reason, status),
    ...(variationIndex !== undefined && { variant: String(variationIndex) }),
    ...(flagMetadata && { flagMetadata }),
  }
}

function reasonOf(reason: FlagReason | undefined, status: FlagsStatus): string {
  const isOwn = reason?.kind === 'OVERRIDE'
  if (status === 'failed' && !isOwn) return 'STALE'
  if (status === 'cached' && !isOwn) return 'CACHED'
  if (!reason) return 'UNKNOWN'
  if (isInExperiment({ reason })) return 'SPLIT'
  return REASONS[reason.kind] ?? reason.kind
}

function metadataOf(flag: Flag | undefined): FlagMetadata | undefined {
  return flag && { version: flag.flagVersion ?? flag.version, ...(isInExperiment(flag) && { inExperiment: true }) }
}
