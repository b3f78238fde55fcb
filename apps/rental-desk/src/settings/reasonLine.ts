import type { FlagReason } from 'telltale'

/** Describes the flag service's reason for the value of a flag in words. */
export function reasonLine(reason: FlagReason | undefined): string {
  switch (reason?.kind) {
    case 'OFF':
      return 'flag is off'
    case 'FALLTHROUGH':
      return 'default rule'
    case 'TARGET_MATCH':
      return 'individual target'
    case 'RULE_MATCH':
      // The rule by its position, as in the console. Neither shows the rule's id.
      return typeof reason['ruleIndex'] === 'number' ? `rule ${reason['ruleIndex'] + 1}` : 'targeting rule'
    case 'PREREQUISITE_FAILED':
      return 'prerequisite not met'
    case 'ERROR':
      return 'default: evaluation failed'
    default:
      return 'default of the application'
  }
}
