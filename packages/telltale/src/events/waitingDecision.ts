import type { TokenOwners } from '../core/host.ts'
import { eventIdentity, isSameIdentity } from '../core/model/eventIdentity.ts'
import type { EventDraft, EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'

/**
 * How long a draft is left to the page that tracked it, in milliseconds: that page may still be open in another tab. Also how
 * long it waits for who-am-i to name the owner of a token that is no longer in use.
 */
export const OTHER_PAGE_MS = 60_000

export interface Situation {
  /** How long the draft has waited, in milliseconds. */
  ageMs: number
  identity: Identity
  owners: Pick<TokenOwners, 'of' | 'isInUse'>
  flags: FlagsInForce
  /** The epochs of this page, each with its identity once who-am-i has answered in it. */
  epochs: ReadonlyMap<string, EventIdentity | undefined>
  /** How long a draft waits for flags, in milliseconds. No limit when absent. */
  flagsDeadlineMs?: number | undefined
}

export interface Completion {
  decision: 'complete'
  identity: EventIdentity
  /** The current flags are the ones that were in force. Otherwise they are unknown, and will stay unknown. */
  withFlags: boolean
}

export type WaitingDecision = { decision: 'wait' } | Completion

/** A draft waits for its own identity and for the flags of that identity, and never takes those of another. */
export function waitingDecision(draft: EventDraft, situation: Situation): WaitingDecision {
  const { ageMs, identity, owners, flags, epochs, flagsDeadlineMs = Infinity } = situation
  const owner = ownerOf(draft, situation)
  if (!owner) {
    const mayBeConfirmed = draft.credential === undefined || owners.isInUse(draft.credential)
    return mayBeConfirmed || ageMs < OTHER_PAGE_MS ? WAIT : withoutFlags({})
  }

  const isOwnPage = epochs.has(draft.epoch)
  const waitUntil = (ms: number) => (ageMs < ms ? WAIT : withoutFlags(owner))
  const present = eventIdentity(identity)
  // A renewed token may turn out to belong to the owner of this draft, whose flags are then still to come.
  if (!present) return waitUntil(isOwnPage ? flagsDeadlineMs : Infinity)
  if (!isSameIdentity(owner, present)) return waitUntil(isOwnPage ? 0 : OTHER_PAGE_MS)
  if (!flags.isReady || flags.epoch !== identity.epoch) return waitUntil(flagsDeadlineMs)
  return { decision: 'complete', identity: owner, withFlags: true }
}

const WAIT: WaitingDecision = { decision: 'wait' }

/** Who a draft belongs to. Undefined until who-am-i has answered for it. */
export function ownerOf(
  draft: EventDraft,
  { identity, owners, epochs }: Pick<Situation, 'identity' | 'owners' | 'epochs'>,
): EventIdentity | undefined {
  const known = draft.identity ?? epochs.get(draft.epoch)
  if (known) return known
  if (draft.credential !== undefined) return owners.of(draft.credential)
  return draft.epoch === identity.epoch ? eventIdentity(identity) : {}
}

const withoutFlags = (identity: EventIdentity): WaitingDecision => ({
  decision: 'complete',
  identity,
  withFlags: false,
})
