import type { FlagReason } from '../../core/model/flag.ts'

/** Why a flag has its value, as a sentence. */
export function reasonWords(reason: FlagReason | undefined): string {
  if (!reason) return 'The flag service gives no reason.'
  const { kind, ruleIndex, ruleId, prerequisiteKey, errorKind, inExperiment } = reason
  const experiment = inExperiment === true ? ' It is part of an experiment.' : ''
  switch (kind) {
    case 'OFF':
      return 'The flag is off.'
    case 'TARGET_MATCH':
      return 'This user is chosen by name.'
    case 'FALLTHROUGH':
      return `No rule fits this user: the default rule decides.${experiment}`
    case 'RULE_MATCH':
      return `${typeof ruleIndex === 'number' ? `Rule ${ruleIndex + 1}` : 'A rule'}${nameOf(ruleId)} fits this user.${experiment}`
    case 'PREREQUISITE_FAILED':
      return `${typeof prerequisiteKey === 'string' ? prerequisiteKey : 'A flag on which it depends'} has not the value that it needs.`
    case 'OVERRIDE':
      return 'It is overridden in this browser.'
    case 'ERROR':
      return `The flag service could not evaluate it${typeof errorKind === 'string' ? `: ${errorKind}` : ''}.`
    default:
      return `${kind}.`
  }
}

/** The id of a rule that somebody has chosen, and no service has made, is its name. */
const nameOf = (id: unknown) => (typeof id === 'string' && id && !/^[\da-f-]{36}$/i.test(id) ? ` (${id})` : '')
