import type { Call, Evidence, Stored } from './evidence.ts'
import { possiblePlans } from './possiblePlans.ts'
import { possibleUsers } from './possibleUsers.ts'

export const KINDS = ['lost', 'doubled', 'wrong identity', 'wrong flags'] as const

export interface Violation {
  readonly kind: (typeof KINDS)[number]
  readonly name: string
  /** What was possible, and what is stored. */
  readonly details?: { readonly call: Call; readonly stored: Stored; readonly possible: readonly unknown[] }
}

/**
 * Each event that was tracked is stored once, with its user, and with the flags that were in force. It says nothing about an
 * event whose page ended before it could report the call, except that it is not stored twice.
 */
export function judge(evidence: Evidence): Violation[] {
  const calls = new Map(evidence.calls.map((call) => [call.name, call]))
  const stored = new Map<string, Stored>()
  const violations: Violation[] = []
  for (const event of evidence.stored) {
    const { name } = event
    if (stored.has(name)) violations.push({ kind: 'doubled', name })
    stored.set(name, event)
    const call = calls.get(name)
    if (call) violations.push(...untruths(call, event, evidence))
  }
  for (const name of calls.keys()) if (!stored.has(name)) violations.push({ kind: 'lost', name })
  return violations
}

function untruths(call: Call, stored: Stored, evidence: Evidence): Violation[] {
  const { name } = call
  const users = possibleUsers(call, stored, evidence)
  if (!users.includes(stored.user))
    return [{ kind: 'wrong identity', name, details: { call, stored, possible: [...new Set(users)] } }]
  const plans = possiblePlans(call, stored, evidence)
  if (!plans.includes(stored.plan))
    return [{ kind: 'wrong flags', name, details: { call, stored, possible: [...new Set(plans)] } }]
  return []
}
