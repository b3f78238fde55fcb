import { AlertIcon, CheckCircleIcon, ClockIcon, UnlinkIcon } from '@primer/octicons-react'
import type { FaultEffect } from './faultChoices.ts'

export const EFFECTS = [
  { effect: 'works', name: 'No fault set here', icon: CheckCircleIcon },
  { effect: 'slow', name: 'Slow', icon: ClockIcon },
  { effect: 'wrong', name: 'Wrong response', icon: AlertIcon },
  { effect: 'lost', name: 'No complete response', icon: UnlinkIcon },
] as const

/** The effect of a fault as an icon, so that it is not shown by colour alone. */
export function EffectIcon({ effect }: { readonly effect: FaultEffect | 'works' }) {
  const Icon = EFFECTS.find((one) => one.effect === effect)?.icon ?? CheckCircleIcon
  return <Icon size={14} aria-hidden />
}
