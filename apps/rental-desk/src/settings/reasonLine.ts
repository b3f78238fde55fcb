import type { FlagReason } from 'telltale'

/** Why a flag has its value, in words. The flag service's reasons. */
export function reasonLine(reason: FlagReason | undefined): string {
  switch (reason?.kind) {
    case 'OFF':
      return 'switched off'
    case 'FALLTHROUGH':
      return 'for everybody'
    case 'TARGET_MATCH':
      return 'for you by name'
    case 'RULE_MATCH':
      return typeof reason['ruleId'] === 'string' && reason['ruleId'] !== ''
        ? `by the rule ${reason['ruleId']}`
        : 'by a rule'
    case 'PREREQUISITE_FAILED':
      return 'because another flag is not on'
    case 'ERROR':
      return 'the standard: the flag could not be read'
    default:
      return 'the standard'
  }
}
