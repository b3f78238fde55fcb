import type { EventDraft, EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { eventIdentity } from './draftEvent.ts'

/** How long a draft of another page is left to that page, in milliseconds: it may be open in another tab. */
export const OTHER_PAGE_MS = 60_000

export interface Situation {
  /** How long the draft has waited, in milliseconds. */
  ageMs: number
  identity: Identity
  /** Whether a credential was made from the token that is in use. */
  isInUse(credential: string): boolean
  flags: FlagsInForce
  /** The epochs of this page, each with its identity once that was found out. */
  epochs: ReadonlyMap<string, EventIdentity | undefined>
  /** How long a draft waits for flags, in milliseconds. For as long as it takes when absent. */
  flagsDeadlineMs?: number | undefined
}

export type WaitingDecision =
  | { decision: 'wait' }
  /** `withFlags`: the flags of now are those that were in force. Otherwise they are not known and never will be. */
  | { decision: 'complete'; identity: EventIdentity; withFlags: boolean }

/**
 * What becomes of a draft: it waits for its own identity and for that identity's flags, and never takes those of another.
 */
export function waitingDecision(draft: EventDraft, situation: Situation): WaitingDecision {
  const { ageMs, identity, isInUse, flags, epochs, flagsDeadlineMs = Infinity } = situation
  const isOver = epochs.has(draft.epoch) && draft.epoch !== identity.epoch
  if (isOver) return withoutFlags(draft.identity ?? epochs.get(draft.epoch))

  const present = eventIdentity(identity)
  if (!present) return WAIT
  if (draft.epoch !== identity.epoch && !isOfPresentIdentity(draft, present, isInUse)) {
    return ageMs < OTHER_PAGE_MS ? WAIT : withoutFlags(draft.identity)
  }
  const areFlagsReady = flags.isReady && flags.epoch === identity.epoch
  if (!areFlagsReady && ageMs >= flagsDeadlineMs) return withoutFlags(present)
  return areFlagsReady ? { decision: 'complete', identity: present, withFlags: true } : WAIT
}

const WAIT: WaitingDecision = { decision: 'wait' }

/** For a draft of another page. */
function isOfPresentIdentity(
  draft: EventDraft,
  present: EventIdentity,
  isInUse: Situation['isInUse'],
): boolean {
  if (!draft.identity) return draft.credential !== undefined && isInUse(draft.credential)
  return draft.identity.id === present.id && draft.identity.impersonator === present.impersonator
}

const withoutFlags = (identity: EventIdentity = {}): WaitingDecision => ({
  decision: 'complete',
  identity,
  withFlags: false,
})
