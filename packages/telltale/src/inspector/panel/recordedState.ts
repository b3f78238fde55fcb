import type { Json } from '../../core/model/json.ts'
import type { RecordedStep, RecordedWho } from './recording.ts'

/** The address of who impersonates, in a test: the real one is personal. */
export const SUPPORT = 'support@example.com'

/** The id of a person in a test: the real one is personal. */
export const idOf = ({ person }: Exclude<RecordedWho, 'nobody'>): string => `person-${person}`

/** What a recorded test begins with, and what it does then: the first call of `track` is its first step. */
export function startOf(steps: readonly RecordedStep[]) {
  const firstCall = steps.findIndex(({ type }) => type === 'track')
  const before = firstCall === -1 ? steps : steps.slice(0, firstCall)
  let who: RecordedWho = 'nobody'
  let flags: Readonly<Record<string, Json>> = {}
  for (const step of before) {
    if (step.type === 'who') who = step.who
    else if (step.type === 'flags') flags = { ...flags, ...step.values }
  }
  return { who, flags, later: steps.slice(before.length) }
}

/** The events that were recorded, as `toMatchObject` expects them. */
export function expectedOf(steps: readonly RecordedStep[]): readonly Json[] {
  let who: RecordedWho = 'nobody'
  const expected: Json[] = []
  for (const step of steps) {
    if (step.type === 'who') who = step.who
    else if (step.type === 'track')
      expected.push({ name: step.name, properties: step.properties, identity: identityOf(who) })
  }
  return expected
}

function identityOf(who: RecordedWho): Json {
  if (who === 'nobody') return {}
  return { id: idOf(who), ...(who.isImpersonated && { impersonator: SUPPORT }) }
}
