import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import type { FaultEffect } from './faultChoices.ts'

export const EFFECTS = [
  { effect: 'works', name: 'Working', icon: IconCircleCheck },
  { effect: 'slow', name: 'Slow', icon: IconClock },
  { effect: 'wrong', name: 'Wrong response', icon: IconAlertTriangle },
  { effect: 'lost', name: 'No complete response', icon: IconPlugConnectedX },
] as const

/** The effect of a fault as an icon, so that it is not shown by colour alone. */
export function EffectIcon({ effect }: { readonly effect: FaultEffect | 'works' }) {
  const Icon = EFFECTS.find((one) => one.effect === effect)?.icon ?? IconCircleCheck
  return <Icon size={14} aria-hidden />
}
