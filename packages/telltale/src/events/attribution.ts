import type { TokenOwners } from '../core/host.ts'
import { eventIdentity, isSameIdentity, type EventDraft, type EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'

/**
 * How long a draft is left to the page that tracked it, in milliseconds, because that page may still be open in another
 * tab. Also how long a draft waits for who-am-i to confirm the owner of a token that is no longer in use.
 */
export const OTHER_PAGE_MS = 60_000

export interface PageState {
  /** How long the draft has waited, in milliseconds. */
  ageMs: number
  identity: Identity
  owners: Pick<TokenOwners, 'of' | 'isInUse'>
  flags: FlagsInForce
  /** The epochs of this page. An epoch has its identity once who-am-i has answered in it. */
  epochs: ReadonlyMap<string, EventIdentity | undefined>
  /** How long a draft waits for flags, in milliseconds. Without a value there is no limit. */
  flagsDeadlineMs?: number | undefined
}

/** The owner of a draft, which is complete. */
export interface Attribution {
  identity: EventIdentity
  /**
   * Whether the event gets the current flags: they were in force at the call. Otherwise it gets none, unless the draft
   * has the flags that were shown to this user.
   */
  withFlags: boolean
}

/**
 * Decides whose event a draft is. Returns undefined while it waits for its own identity or for the flags of that
 * identity. It never takes the identity or the flags of another user: if its own do not come, the event has none.
 */
export function attribute(draft: EventDraft, state: PageState): Attribution | undefined {
  const { ageMs, identity, owners, flags, epochs, flagsDeadlineMs = Infinity } = state
  const owner = ownerOf(draft, state)
  if (!owner) {
    const mayBeConfirmed = draft.credential === undefined || owners.isInUse(draft.credential)
    return mayBeConfirmed || ageMs < OTHER_PAGE_MS ? undefined : withoutFlags({})
  }

  const isOwnPage = epochs.has(draft.epoch)
  const withoutFlagsAfter = (ms: number) => (ageMs < ms ? undefined : withoutFlags(owner))
  const current = eventIdentity(identity)
  // A renewed token may belong to the owner of this draft. The flags of that owner have then not arrived yet.
  if (!current) return withoutFlagsAfter(isOwnPage ? flagsDeadlineMs : Infinity)
  if (!isSameIdentity(owner, current)) return withoutFlagsAfter(isOwnPage ? 0 : OTHER_PAGE_MS)
  if (!flags.isReady || flags.epoch !== identity.epoch) return withoutFlagsAfter(flagsDeadlineMs)
  return { identity: owner, withFlags: true }
}

/**
 * Returns the owner of a draft, or undefined until who-am-i has answered for its token. Without a token, the owner of a draft of
 * the current epoch is the current user, and a draft of another epoch has no user.
 */
export function ownerOf(
  draft: EventDraft,
  { identity, owners, epochs }: Pick<PageState, 'identity' | 'owners' | 'epochs'>,
): EventIdentity | undefined {
  const known = draft.identity ?? epochs.get(draft.epoch)
  if (known) return known
  if (draft.credential !== undefined) return owners.of(draft.credential)
  return draft.epoch === identity.epoch ? eventIdentity(identity) : {}
}

const withoutFlags = (identity: EventIdentity): Attribution => ({ identity, withFlags: false })
