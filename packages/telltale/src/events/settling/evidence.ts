import type { Questions } from '../../core/host.ts'
import { isSameIdentity, type EventDraft, type EventIdentity } from '../../core/model/event.ts'
import type { Clock } from '../../core/ports/platform.ts'
import { OTHER_PAGE_MS } from '../recording/attribution.ts'
import type { Evidence, Waited } from '../recording/recorder.ts'

/** What is known about a draft whose own question has no answer here. */
export interface OwnerFacts extends Waited {
  /** Whether this page has tracked the draft. Its question was given up. */
  isOwn: boolean
  /** The answer to the first question of this page that was asked after the draft, with its token. */
  later: EventIdentity | undefined
  /** Whether this page is asking with the token of the draft. */
  isAsked: boolean
}

/** What the questions of this page say about drafts whose own question has no answer here. */
export interface AnswerEvidence {
  ownerOf: Evidence
  /** What this page has been told first, by the answer to a question that it asked after the draft, with its token. */
  answerAfter(draft: EventDraft): EventIdentity | undefined
}

/** What another page was told before, and has written into the draft, counts in place of what this page is told. */
export function createEvidence(questions: Questions, clock: Pick<Clock, 'now'>): AnswerEvidence {
  function questionsAfter({ tokenDigest, at, question: asked }: EventDraft, isOwn: boolean) {
    // What this page has asked after its own question, it has asked later, whatever the clock says.
    const own = questions.all.findIndex(({ id }) => id === asked)
    // A time in the future is one before the clock was set back.
    const since = isOwn || at > clock.now() ? -Infinity : at
    const ofToken = questions.all
      .slice(own + 1)
      .filter((question) => tokenDigest !== undefined && questions.isOf(question, tokenDigest))
    return { ofToken, later: ofToken.find(({ owner, askedAt }) => owner && askedAt >= since)?.owner }
  }
  return {
    ownerOf(draft, waited) {
      const { ofToken, later } = questionsAfter(draft, waited.isOwn)
      return ownerByEvidence(draft, {
        ...waited,
        later: draft.told ?? later,
        isAsked: ofToken.some(({ isOpen }) => isOpen),
      })
    },
    answerAfter: (draft) => questionsAfter(draft, false).later,
  }
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
