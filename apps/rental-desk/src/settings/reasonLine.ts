import type { FlagReason } from 'telltale'

/** Why a flag has its value, in words. The flag service's reasons. */
export function reasonLine(reason: FlagReason | undefined): string {
  switch (reason?.kind) {
    case 'OFF':
      return 'flag is off'
    case 'FALLTHROUGH':
      return 'default rule'
    case 'TARGET_MATCH':
      return 'individual target'
    case 'RULE_MATCH':
      return typeof reason['ruleId'] === 'string' && reason['ruleId'] !== ''
        ? `rule ${reason['ruleId']}`
        : 'targeting rule'
    case 'PREREQUISITE_FAILED':
      return 'prerequisite not met'
    case 'ERROR':
      return 'default: evaluation failed'
    default:
      return 'default of the application'
  }
}
