import type { Clause, ServerFlag, Target, VariationOrRollout } from '../../../src/flags/serverFlag.ts'
import { OPERATORS } from './operators.ts'

/** What is served: a variation, or several with their percentages. */
export type Served =
  | { readonly type: 'variation'; readonly variation: number }
  | { readonly type: 'rollout'; readonly shares: readonly { readonly variation: number; readonly percent: number }[] }
  /** The application's own fallback, because no variation is named. */
  | { readonly type: 'fallback' }

/** The part of the flag that a step represents. */
export type StepOrigin =
  | { readonly type: 'prerequisite'; readonly key: string }
  | { readonly type: 'target'; readonly variation: number; readonly keys: readonly string[] }
  | { readonly type: 'rule'; readonly index: number }
  | { readonly type: 'fallthrough' }

/** One step of an evaluation. */
export interface TargetingStep {
  readonly origin: StepOrigin
  readonly condition: string
  readonly served: Served
}

/** The steps of a flag that is on. The first matching step applies. */
export function targetingSteps(flag: ServerFlag): readonly TargetingStep[] {
  const steps: TargetingStep[] = []
  for (const { key, variation } of flag.prerequisites) {
    const condition = `unless ${key} serves its variation ${variation}`
    steps.push({ origin: { type: 'prerequisite', key }, condition, served: servedWhenOff(flag) })
  }
  for (const { values, variation, contextKind = 'user' } of targetsOf(flag))
    if (values.length > 0)
      steps.push({
        origin: { type: 'target', variation, keys: values },
        condition: `if ${contextKind} is ${either(values)}`,
        served: { type: 'variation', variation },
      })
  for (const [index, rule] of flag.rules.entries()) {
    const condition = `if ${rule.clauses.map(clauseText).join(' and ') || 'always'}`
    steps.push({ origin: { type: 'rule', index }, condition, served: served(rule) })
  }
  const rest = steps.length > 0 ? 'otherwise' : 'for everyone'
  return [...steps, { origin: { type: 'fallthrough' }, condition: rest, served: served(flag.fallthrough) }]
}

/** In the order of the flag vendor's evaluator. */
function targetsOf({ targets, contextTargets }: ServerFlag): readonly Target[] {
  if (contextTargets.length === 0) return targets
  return contextTargets.map((target) => {
    if (target.contextKind !== undefined && target.contextKind !== 'user') return target
    // An entry for users only gives their position in the order. Their keys are in the older list.
    const users = targets.find(({ variation }) => variation === target.variation)
    return { ...target, values: users?.values ?? [] }
  })
}

export function servedWhenOff({ offVariation }: ServerFlag): Served {
  return typeof offVariation === 'number' ? { type: 'variation', variation: offVariation } : { type: 'fallback' }
}

function served({ variation, rollout }: VariationOrRollout): Served {
  if (typeof variation === 'number') return { type: 'variation', variation }
  const shares = rollout?.variations ?? []
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  return {
    type: 'rollout',
    shares: shares.map((share) => ({ variation: share.variation, percent: (100 * share.weight) / (total || 1) })),
  }
}

function clauseText({ attribute, op, values, contextKind = 'user', negate = false }: Clause): string {
  const [plain, negated] = OPERATORS[op] ?? [op, `not ${op}`]
  const subject =
    op === 'segmentMatch' ? contextKind : contextKind === 'user' ? attribute : `${contextKind}.${attribute}`
  return `${subject} ${negate ? negated : plain} ${either(values)}`
}

/** The most names in a list before the rest is only counted. */
const MAX_NAMED = 3

function either(values: readonly unknown[]): string {
  const named = values.slice(0, MAX_NAMED).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const rest = values.length - named.length
  if (rest > 0) return `${named.join(', ')} or ${rest} more`
  return named.length < 2 ? (named[0] ?? 'nothing') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}
