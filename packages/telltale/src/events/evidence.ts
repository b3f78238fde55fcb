import type { Questions } from '../core/host.ts'
import { isSameIdentity, type EventDraft, type EventIdentity } from '../core/model/event.ts'
import type { Clock } from '../core/ports/platform.ts'
import { OTHER_PAGE_MS } from './attribution.ts'
import type { Evidence, Waited } from './recorder.ts'

/** What is known about a draft whose own question has no answer here. */
export interface OwnerFacts extends Waited {
  /** Whether this page has tracked the draft. Its question was given up. */
  isOwn: boolean
  /** The answer to the first question of this page that was asked after the draft, with its token. */
  later: EventIdentity | undefined
  /** Whether this page is asking with the token of the draft. */
  isAsked: boolean
}

/** Reads from the questions of this page what they say about drafts whose own question has no answer here. */
export const createEvidence =
  (questions: Questions, clock: Pick<Clock, 'now'>): Evidence =>
  (draft, waited) => {
    const { tokenDigest, at } = draft
    // What this page has asked after its own question, it has asked later, whatever the clock says.
    const own = questions.all.findIndex(({ id }) => id === draft.question)
    const ofToken = questions.all
      .slice(own + 1)
      .filter((question) => tokenDigest !== undefined && questions.isOf(question, tokenDigest))
    // A time in the future is one before the clock was set back.
    const since = waited.isOwn || at > clock.now() ? -Infinity : at
    return ownerByEvidence(draft, {
      ...waited,
      later: ofToken.find(({ owner, askedAt }) => owner && askedAt >= since)?.owner,
      isAsked: ofToken.some(({ isOpen }) => isOpen),
    })
  }

/**
 * Decides whose event a draft is whose own question has no answer, because its page has ended or has asked too many others. Returns
 * undefined while it may still become known. The first answer to a later question is evidence: it counts if it names the user who was
 * shown. If it names another one, it is not known when that began, and the event has no user. Where no user was shown, it is the best guess.
 */
export function ownerByEvidence({ shown, tokenDigest }: EventDraft, facts: OwnerFacts): EventIdentity | undefined {
  const { ageMs, isOwn, later, isAsked, hasEnded } = facts
  const isOld = ageMs >= OTHER_PAGE_MS
  const isLeft = isOwn || hasEnded
  if (later && shown && isSameIdentity(later, shown)) return isLeft === false ? undefined : later
  if (!(isLeft ?? isOld)) return undefined
  if (later) return shown ? {} : later
  return tokenDigest !== undefined && (isAsked || !isOld) ? undefined : {}
}
