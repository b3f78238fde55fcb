import { sameJson } from '../../core/lib/json.ts'
import type { Json } from '../../core/model/json.ts'
import type { RecordedStep, RecordedWho } from './recording.ts'

/** The address of who impersonates, in a test: the real one is personal. */
export const SUPPORT = 'support@example.com'

/** The id of a person in a test: the real one is personal. */
export const idOf = ({ person }: Exclude<RecordedWho, 'nobody'>): string => `person-${person}`

/** The steps, with each user before the first event of that user: it may be tracked while it is asked who has signed in. */
export function inOrder(steps: readonly RecordedStep[]): readonly RecordedStep[] {
  let who: RecordedWho | undefined
  return steps.flatMap((step) => {
    const next = step.type === 'who' ? step.who : step.type === 'track' ? step.owner : undefined
    const isNew = next !== undefined && !sameJson(next, who)
    if (isNew) who = next
    if (step.type === 'who') return isNew ? [step] : []
    return isNew ? [{ type: 'who' as const, at: step.at, who: next }, step] : [step]
  })
}

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
