import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { targetingSteps } from './targeting.ts'

/** Why somebody gets a value, in words. */
export function reasonText({ reason }: ConsoleEvaluation, flag: ServerFlag): string {
  const { kind, ruleIndex, prerequisiteKey, errorKind, inExperiment } = reason
  const experiment = inExperiment === true ? ', in an experiment' : ''
  switch (kind) {
    case 'OFF':
      return 'the flag is off'
    case 'TARGET_MATCH':
      return 'named as a target'
    case 'FALLTHROUGH':
      return `no rule fits${experiment}`
    case 'PREREQUISITE_FAILED':
      return `${prerequisiteKey ?? 'a prerequisite'} does not serve what it has to`
    case 'RULE_MATCH': {
      const step = targetingSteps(flag).find(({ origin }) => origin.type === 'rule' && origin.index === ruleIndex)
      return `rule ${(ruleIndex ?? 0) + 1}${step === undefined ? '' : `: ${step.condition}`}${experiment}`
    }
    case 'ERROR':
      return errorKind === undefined ? 'it could not be evaluated' : `it could not be evaluated: ${errorKind}`
    default:
      return kind.toLowerCase().replaceAll('_', ' ')
  }
}
