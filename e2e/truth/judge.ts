import { type Call, type Evidence, type Finding, personOf, type Stored } from './evidence.ts'
import { possiblePlans } from './possiblePlans.ts'
import { possibleUsers } from './possibleUsers.ts'
import { EXPOSURE_KINDS, wrongExposures } from './wrongExposures.ts'
import { wrongNumbers } from './wrongNumbers.ts'
import { wrongSessions } from './wrongSessions.ts'
import { wrongVisitors } from './wrongVisitors.ts'

export const KINDS = [
  'lost',
  'doubled',
  'wrong identity',
  'wrong flags',
  'wrong account',
  'wrong visitor',
  'wrong session',
  'wrong meter',
  ...EXPOSURE_KINDS,
] as const

export interface Violation extends Finding {
  readonly kind: (typeof KINDS)[number]
}

/**
 * Each event that was tracked is stored once, with its user, and with the flags that were in force. It says nothing about an
 * event whose page ended before it could report the call, except that it is not stored twice. Accounts are judged with the users: the
 * account must be that of an answer which may own the event.
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
  const wrong = (kind: Violation['kind'], findings: readonly Finding[]) =>
    findings.map((finding): Violation => ({ kind, ...finding }))
  return [
    ...violations,
    ...wrong('wrong visitor', wrongVisitors(evidence)),
    ...wrong('wrong session', wrongSessions(evidence)),
    ...wrong('wrong meter', wrongNumbers(evidence.batches)),
    ...wrongExposures(evidence),
  ]
}

function untruths(call: Call, stored: Stored, evidence: Evidence): Violation[] {
  const { name } = call
  const users = possibleUsers(call, stored, evidence)
  if (!users.includes(stored.user))
    return [
      {
        kind: users.map(personOf).includes(personOf(stored.user)) ? 'wrong account' : 'wrong identity',
        ...{ name, details: { call, stored, possible: [...new Set(users)] } },
      },
    ]
  const plans = possiblePlans(call, stored, evidence)
  if (!plans.includes(stored.plan))
    return [{ kind: 'wrong flags', name, details: { call, stored, possible: [...new Set(plans)] } }]
  return []
}
