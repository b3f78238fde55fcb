import { isImpersonated, type TruePage } from './consentFates.suite.ts'
import type { Scope } from './consentScope.suite.ts'
import type { Step } from './consentSteps.suite.ts'
import type { ConsentTruth } from './consentTruth.suite.ts'

const DECIDING: readonly Step['do'][] = ['set', 'withdraw', 'decide twice', 'forget']
export const isDeciding = (step: Step): boolean => DECIDING.includes(step.do)

/** Whether a step may not be taken in this page. */
export function isOutOfScope(
  step: Step,
  page: TruePage,
  { truth, scope }: { truth: ConsentTruth; scope: Scope },
): boolean {
  const { holder, who } = page
  const forgotten = [...truth.pages.values()].flatMap((one) => [...one.forgotten])
  const kind = holder?.replace(/ .*/, '')
  const next = step.do === 'be' ? (step.who?.split(' as ').at(-1) ?? 'nobody') : undefined
  const isForgotten = forgotten.some(
    (one) => kind === undefined || one.startsWith(kind) || one.replace(/ .*/, '') === next,
  )
  const isWaiting = [...truth.pages.values()].some(({ waiting }) => waiting.length > 0)
  if (isDeciding(step) && holder === undefined && isWaiting) return true
  if ((isDeciding(step) || step.do === 'be') && isForgotten && !scope.goesOnWhenForgotten) return true
  if (step.do !== 'be' || !isImpersonated(step.who)) return false
  return who === null && truth.decisions.has(holder) && !scope.impersonatesAfterVisitor
}
