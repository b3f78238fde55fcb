import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { targetingSteps } from './targeting.ts'

/** The reason for a value as text. An event knows only the kind of the reason, and its flag may be gone. */
export function reasonText({ reason }: Pick<ConsoleEvaluation, 'reason'>, flag?: ServerFlag): string {
  const { kind, ruleIndex, prerequisiteKey, errorKind, inExperiment } = reason
  const experiment = inExperiment === true ? ', in an experiment' : ''
  switch (kind) {
    case 'OFF':
      return 'the flag is off'
    case 'TARGET_MATCH':
      return 'individual target'
    case 'FALLTHROUGH':
      return `default rule${experiment}`
    case 'PREREQUISITE_FAILED':
      return prerequisiteKey === undefined ? 'prerequisite not met' : `prerequisite ${prerequisiteKey} not met`
    case 'RULE_MATCH': {
      if (ruleIndex === undefined) return `a rule${experiment}`
      const steps = flag === undefined ? [] : targetingSteps(flag)
      const step = steps.find(({ origin }) => origin.type === 'rule' && origin.index === ruleIndex)
      return `rule ${ruleIndex + 1}${step === undefined ? '' : `: ${step.condition}`}${experiment}`
    }
    case 'ERROR':
      return errorKind === undefined ? 'evaluation failed' : `evaluation failed: ${errorKind}`
    default:
      return kind.toLowerCase().replaceAll('_', ' ')
  }
}
