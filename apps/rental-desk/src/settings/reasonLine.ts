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
      // By its place, as in the console. Its id is in neither.
      return typeof reason['ruleIndex'] === 'number' ? `rule ${reason['ruleIndex'] + 1}` : 'targeting rule'
    case 'PREREQUISITE_FAILED':
      return 'prerequisite not met'
    case 'ERROR':
      return 'default: evaluation failed'
    default:
      return 'default of the application'
  }
}
