import type { ReactNode } from 'react'
import type { Json } from '../core/model/json.ts'
import type { FlagKey, FlagValue } from '../core/model/register.ts'
import { useFlag } from './useFlag.ts'

export interface FlagGateProps<K extends FlagKey> {
  flag: K
  /** The value for which the children are shown; `true` when absent. An object has its keys in the flag's order. */
  is?: FlagValue<K>
  /** What is shown for any other value, and while the flag is unknown and has no default. */
  fallback?: ReactNode
  children?: ReactNode
}

/**
 * Shows its children while a flag has a value.
 *
 * @example
 * ```tsx
 * <FlagGate flag="quote-layout" is="compact" fallback={<Classic />}><Compact /></FlagGate>
 * ```
 */
export function FlagGate<K extends FlagKey>({
  flag,
  is = true as FlagValue<K>,
  fallback,
  children,
}: FlagGateProps<K>): ReactNode {
  const value = (useFlag as (key: string) => Json | undefined)(flag)
  return JSON.stringify(value) === JSON.stringify(is) ? children : fallback
}
