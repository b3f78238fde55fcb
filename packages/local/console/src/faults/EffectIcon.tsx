import { CheckCircle, Clock, EvPlugXmark, WarningTriangle } from 'iconoir-react'
import type { FaultEffect } from './faultChoices.ts'

export const EFFECTS = [
  { effect: 'works', name: 'Working', icon: CheckCircle },
  { effect: 'slow', name: 'Slow', icon: Clock },
  { effect: 'wrong', name: 'Wrong response', icon: WarningTriangle },
  { effect: 'lost', name: 'No complete response', icon: EvPlugXmark },
] as const

/** The effect of a fault as an icon, so that it is not shown by colour alone. */
export function EffectIcon({ effect }: { readonly effect: FaultEffect | 'works' }) {
  const Icon = EFFECTS.find((one) => one.effect === effect)?.icon ?? CheckCircle
  return <Icon width={14} height={14} aria-hidden />
}
