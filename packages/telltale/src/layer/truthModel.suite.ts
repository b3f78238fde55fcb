import type { EventIdentity } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/** One person's time on one page: it begins with a token, a logout, or another answer. `who` once that is found out. */
export interface Era {
  who?: EventIdentity
}

/** What a page knows at a moment. */
export interface View {
  era: Era
  token: string | undefined
  /** Absent while the flags of this era are on their way. */
  flags?: { plan: Json | undefined } | undefined
  /** Milliseconds since 1970. */
  now: number
  /** How long an event waits for flags, in milliseconds. */
  flagsDeadlineMs?: number | undefined
}

/** With what an event is stored. */
export interface Outcome {
  identity: EventIdentity
  plan: Json | undefined
}

/** What was so when an event happened, and with what it is to be stored: one outcome, unless several pages had its draft. */
export interface Truth {
  readonly era: Era
  readonly token: string | undefined
  readonly known: EventIdentity | undefined
  readonly at: number
  isOverdue: boolean
  isSettled: boolean
  /** Another page has found its draft. */
  wasFound: boolean
  readonly outcomes: Outcome[]
}

/** How long a page leaves drafts of somebody else's page alone, in milliseconds. */
const LEFT_ALONE_MS = 60_000

/** The model: with what this page stores the event, `undefined` as long as it waits; `maybe` where the page may also wait. */
export function outcomeOn(view: View, isOwnPage: boolean, truth: Truth): (Outcome & { maybe?: boolean }) | undefined {
  const { era, token, flags, now, flagsDeadlineMs = Infinity } = view
  const isOver = isOwnPage && era !== truth.era
  if (isOver) return { identity: truth.era.who ?? {}, plan: undefined } // its flags never came
  if (!era.who) return undefined // nobody knows who is here
  const isTheirs = isOwnPage || (truth.known ? isSame(truth.known, era.who) : truth.token === token)
  if (isTheirs && flags) return { identity: era.who, plan: flags.plan }
  const isLate = truth.isOverdue || now - truth.at >= flagsDeadlineMs
  if (isTheirs) return isLate ? { identity: era.who, plan: undefined, maybe: !isOwnPage } : undefined
  if (now - truth.at < LEFT_ALONE_MS) return undefined // its own page may yet come to it
  return { identity: truth.known ?? {}, plan: undefined, maybe: true }
}

export const isSame = (one: EventIdentity, other: EventIdentity) =>
  one.id === other.id && one.impersonator === other.impersonator
