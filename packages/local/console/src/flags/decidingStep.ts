import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { StepOrigin, TargetingStep } from './targeting.ts'

/** What determined a value: the flag is off, one of the steps, or unknown. */
export type Decision =
  | { readonly type: 'off' }
  | { readonly type: 'step'; readonly step: TargetingStep }
  | { readonly type: 'unknown' }

/** `keys`: the keys of the context, by kind. */
export function decidingStep(
  { reason, variation }: ConsoleEvaluation,
  steps: readonly TargetingStep[],
  keys: readonly string[],
): Decision {
  if (reason.kind === 'OFF') return { type: 'off' }
  const step = steps.find(({ origin }) => decides(origin, { reason, variation: variation ?? -1 }, keys))
  return step === undefined ? { type: 'unknown' } : { type: 'step', step }
}

function decides(
  origin: StepOrigin,
  { reason, variation }: { readonly reason: ConsoleEvaluation['reason']; readonly variation: number },
  keys: readonly string[],
): boolean {
  switch (origin.type) {
    case 'prerequisite':
      return reason.kind === 'PREREQUISITE_FAILED' && reason.prerequisiteKey === origin.key
    case 'target':
      return (
        reason.kind === 'TARGET_MATCH' &&
        variation === origin.variation &&
        keys.some((key) => origin.keys.includes(key))
      )
    case 'rule':
      return reason.kind === 'RULE_MATCH' && reason.ruleIndex === origin.index
    case 'fallthrough':
      return reason.kind === 'FALLTHROUGH'
  }
}
