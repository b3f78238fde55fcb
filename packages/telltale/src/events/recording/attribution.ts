import { isSameIdentity, type EventIdentity } from '../../core/model/event.ts'
import type { FlagsInForce } from '../../core/model/flag.ts'

/**
 * How long a draft is left to the page that tracked it, in milliseconds, where it is not known whether that page is open. Also
 * how long a draft waits for an answer of who-am-i for a token for which no question is open.
 */
export const OTHER_PAGE_MS = 60_000

/** What is known about the flags of a draft. */
export interface FlagFacts {
  ageMs: number
  /** Whether this page has tracked the draft. */
  isOwn: boolean
  /** The user of this page, once who-am-i has confirmed one. */
  user: EventIdentity | undefined
  flags: Pick<FlagsInForce, 'isReady' | 'user'>
  /** How long a draft waits for flags, in milliseconds. Without a value there is no limit. */
  flagsDeadlineMs?: number | undefined
}

/**
 * Decides about the flags of a draft with this owner, who is the user of the event: `current` if the flags that are in force were in
 * force at the call, `none` if it gets none, and undefined while it waits for the flags of its owner. It never takes those of another user.
 */
export function flagsFor(owner: EventIdentity, facts: FlagFacts): 'current' | 'none' | undefined {
  const { ageMs, isOwn, user, flags, flagsDeadlineMs = Infinity } = facts
  // They may be shown to a user whom who-am-i has not confirmed under a renewed token yet.
  if (flags.isReady && flags.user && isSameIdentity(owner, flags.user)) return 'current'
  let waitMs = flagsDeadlineMs
  if (user && !isSameIdentity(owner, user)) waitMs = isOwn ? 0 : OTHER_PAGE_MS
  // A renewed token may belong to the owner of this draft. The flags of that owner have then not arrived yet.
  else if (!user && !isOwn) waitMs = Infinity
  return ageMs < waitMs ? undefined : 'none'
}
