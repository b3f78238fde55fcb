import type { Explanation, StampDifference } from '../../../src/versions/explanation.ts'
import { eventOf, happenedAt, type EventRow } from '../feed/eventRows.ts'
import { decidingStep } from '../flags/decidingStep.ts'
import { targetingSteps, type TargetingStep } from '../flags/targeting.ts'
import { asText } from '../format/asText.ts'
import type { EventFlag } from '../live/eventFlags.ts'

export type Explained = Extract<Explanation, { outcome: 'explained' }>

/** What the services are asked about a flag of an event. */
export function questionOf(row: EventRow, { name, value, variation, version, reason, isOverridden }: EventFlag) {
  const { id, visitor, accounts } = eventOf(row)?.identity ?? {}
  return {
    flag: name,
    at: happenedAt(row),
    level: row.stored?.app.promotion || undefined,
    identity: { id, visitor, accounts },
    // What an event says of a flag that is overridden comes from the page.
    stamp: isOverridden ? {} : { value, variation, version, reason },
  }
}

/** The steps of the flag as it was, and the one that decided. */
export function stepsOf({ served, reason, value, variation, context }: Explained): {
  readonly steps: readonly TargetingStep[]
  readonly decided: TargetingStep | undefined
} {
  const steps = targetingSteps(served.flag)
  const decision = decidingStep(
    { reason, value, ...(variation !== undefined && { variation }) },
    steps,
    keysOf(context),
  )
  return { steps, decided: decision.type === 'step' ? decision.step : undefined }
}

function keysOf({ kind, key, ...kinds }: Explained['context']): readonly string[] {
  const keys = kind === 'multi' ? Object.values(kinds).map((one) => (one as { readonly key?: unknown }).key) : [key]
  return keys.filter((one) => typeof one === 'string')
}

/** What decided, in a sentence. */
export function decisionText(explained: Explained): string {
  const { reason } = explained
  const { decided } = stepsOf(explained)
  switch (reason.kind) {
    case 'OFF':
      return 'The flag was off.'
    case 'TARGET_MATCH':
      return 'The flag names this person.'
    case 'PREREQUISITE_FAILED':
      return `The flag needs another variation of ${reason.prerequisiteKey ?? 'another flag'}.`
    case 'RULE_MATCH':
      return `Rule ${(reason.ruleIndex ?? 0) + 1} applied: ${decided?.condition ?? 'it matched'}${shareText(explained)}.`
    case 'FALLTHROUGH':
      return `No target and no rule applied, so the default rule did${shareText(explained)}.`
    default:
      return `The flag could not be evaluated: ${reason.errorKind ?? reason.kind}.`
  }
}

function shareText({ rule, reason }: Explained): string {
  if (rule?.['rollout'] === undefined) return ''
  return reason.inExperiment === true
    ? ', with the share of the person in an experiment'
    : ', with the share that the person is in'
}

/** How the explanation relates to what the event says, in a sentence each. */
export function stampText(explained: Explained, flag: EventFlag): readonly string[] {
  const { differences, variation } = explained
  if (flag.isOverridden)
    return [
      `A panel for developers replaced the value on this page with ${asText(flag.value)}. Without it, this is what the page would have shown.`,
    ]
  if (differences.length > 0) return ['The event says something else:', ...differences.map(differenceText)]
  const fallback =
    variation === undefined ? ['The flag service named no variation, so the application showed its fallback.'] : []
  if (flag.version !== undefined) return ['This is what the event says.', ...fallback]
  const isUntold = flag.variation === undefined && flag.reason === undefined
  return [
    isUntold
      ? `The event has the value ${asText(flag.value)} and does not say how the flag came to it. This is the version that was in force at its moment.`
      : 'The event does not name the version of the flag. This is the one that was in force at its moment.',
    ...fallback,
  ]
}

function differenceText({ part, event, explained }: StampDifference): string {
  // Counted from 1, as in the editor of the flag.
  const text = (of: unknown) => (of === undefined ? 'none' : part === 'variation' ? Number(of) + 1 : asText(of))
  return `${part} ${text(event)}, where the flag service had ${text(explained)}.`
}
