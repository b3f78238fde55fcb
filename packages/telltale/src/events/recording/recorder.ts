import type { Questions, Stoppable } from '../../core/host.ts'
import { createListeners, type Unsubscribe } from '../../core/lib/listeners.ts'
import { type Readable, type Watchable, memoizeLast } from '../../core/lib/readable.ts'
import { type EventDraft, eventIdentity, type EventIdentity, isSameIdentity } from '../../core/model/event.ts'
import type { FlagsInForce } from '../../core/model/flag.ts'
import type { Identity } from '../../core/model/identity.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Redacted } from '../../core/stepHost.ts'
import { type FlagFacts, flagsFor } from './attribution.ts'
import { keyedFlags } from './keyedFlags.ts'
import type { InMemoryRecords } from '../store/inMemoryRecords.ts'
import type { Kept } from '../store/kept.ts'
import type { QueuedRecord } from '../store/storedRecord.ts'

export interface Waited {
  /** How long the draft has waited, in milliseconds. */
  ageMs: number
  /** Whether the page that tracked the draft has ended. Undefined if that is not known, or if it is this page. */
  hasEnded?: boolean | undefined
}

/** Returns the owner of a draft whose own question has no answer here, or undefined while that may become known. */
export type Evidence = (draft: EventDraft, waited: Waited & { isOwn: boolean }) => EventIdentity | undefined

/** Returns the record of a draft with what is known about it: its event, if it is complete. */
export type Settle = (draft: EventDraft) => QueuedRecord

/** The identities and the flags of this page, by which drafts become events. */
export interface Attributor {
  /** Whether this page has tracked the draft. */
  isOwn(draft: EventDraft): boolean
  /**
   * Returns the draft with what has become known about it: its owner, and its flags. The same object if that is nothing. Once
   * `flagsUser` is the owner, it is decided whether the draft has flags, and which ones.
   */
  learn(draft: EventDraft, waited: Waited): EventDraft
  /** Calls the listener after each change that may complete a draft. */
  onChange(listener: () => void): Unsubscribe
}

/** Keeps with the drafts of this page what only this page knows: their owner, and the flags that were in force. */
export interface Recorder extends Attributor, Stoppable {
  /** Returns the record of a new draft. */
  record(draft: EventDraft): QueuedRecord
  /** Amends a draft of this page if more is known about it now. */
  update(known: Kept): void
  /** The page holds the lock with its id, or has released it. Its drafts say so. */
  onLock(isHeld: boolean): void
  /**
   * Completes drafts from now on, and decides by the evidence about those whose own question has no answer. Before, they wait: no event
   * is delivered before that code is loaded.
   */
  settleBy(settle: Settle, evidence: Evidence): void
}

interface Needs {
  /** The records of this page. */
  inMemory: Pick<InMemoryRecords, 'byId' | 'amend'>
  /** Who is on the screen: confirmed, or remembered from an earlier page. */
  shown: Readable<Identity>
  identity: Watchable<Identity>
  questions: Questions
  flags: Watchable<FlagsInForce>
  flagsDeadlineMs?: number | undefined
  /** Of the values of flags, nothing else is in an event. */
  redacted: Redacted
}

export function createRecorder(needs: Needs): Recorder {
  const { inMemory, shown, identity, questions, flags, flagsDeadlineMs, redacted } = needs
  const changes = createListeners<[]>()
  let hasLock = false
  let evidence: Evidence | undefined
  let settle: Settle = (event) => ({ event, todo: [PENDING] })
  // Computed once for each change of the flags, not for each event.
  const setOf = memoizeLast((inForce: FlagsInForce) => keyedFlags(inForce, redacted))

  const isOwn = ({ question }: EventDraft) => question?.startsWith(questions.page) === true

  /** Only this page has the questions of its drafts. */
  const questionOf = (draft: EventDraft) => questions.all.find(({ id }) => id === draft.question)

  function ownerFor(draft: EventDraft, waited: Waited) {
    // An answer speaks for what its page tracked between its question and the next one.
    const question = questionOf(draft)
    const known = draft.identity ?? question?.owner
    return known || question?.isOpen ? known : evidence?.(draft, { ...waited, isOwn: isOwn(draft) })
  }

  function learn(draft: EventDraft, waited: Waited): EventDraft {
    const owner = ownerFor(draft, waited)
    if (!owner) return withShownFlags(withTokenDigest(draft))
    const known = draft.identity ? draft : { ...draft, identity: owner }
    // A draft that has waited for its user gets the flags of its time if they were shown to this user.
    if (draft.flagsUser && isSameIdentity(draft.flagsUser, owner)) return known
    return decided(known, owner, { ageMs: waited.ageMs, isOwn: isOwn(draft) }) ?? withShownFlags(known)
  }

  /** Returns the draft with its owner and flags, or undefined while it waits for the flags. */
  function decided(draft: EventDraft, owner: EventIdentity, how: Pick<FlagFacts, 'ageMs' | 'isOwn'>) {
    const inForce = flags.get()
    const facts = { ...how, user: eventIdentity(identity.get()), flags: inForce, flagsDeadlineMs }
    const given = flagsFor(owner, facts)
    const flagSet = given === 'current' && setOf(inForce)
    if (!given) return undefined
    if (flagSet) return { ...draft, identity: owner, flagsUser: owner, flagSet }
    const { flagSet: _shown, ...rest } = draft
    return { ...rest, identity: owner, flagsUser: owner }
  }

  /** Only the flags that are the first to be ready in the epoch of the draft, which may be none: later changes do not matter. */
  function withShownFlags(draft: EventDraft): EventDraft {
    const inForce = flags.get()
    const { isReady, epoch, user } = inForce
    if (draft.flagsUser || !isReady || !user || epoch !== draft.epoch) return draft
    const flagSet = setOf(inForce)
    return { ...draft, flagsUser: user, ...(flagSet && { flagSet }) }
  }

  /** The token may have become known after the event. */
  function withTokenDigest(draft: EventDraft): EventDraft {
    const tokenDigest = draft.tokenDigest ? undefined : questionOf(draft)?.tokenDigest
    return tokenDigest ? { ...draft, tokenDigest } : draft
  }

  /** A draft may be older than the lock, which a later file takes. */
  const withLock = (draft: EventDraft): EventDraft => (hasLock && !draft.hasLock ? { ...draft, hasLock } : draft)

  function change() {
    inMemory.byId.forEach(update)
    changes.notify()
  }

  function update({ record, waitedMs = 0 }: Kept) {
    const draft = record.event
    if (!record.todo.includes(PENDING) || !isOwn(draft)) return
    const next = settle(learn(withLock(draft), { ageMs: waitedMs }))
    // A later page cannot find it out.
    if (next.event !== draft) inMemory.amend(next)
  }

  const undo = [identity, questions, flags].map(({ watch }) => watch(change))
  return {
    isOwn,
    learn,
    update,
    onChange: changes.add,
    record(draft) {
      const question = questions.now()
      const { id, tokenDigest, owner } = question
      const user = eventIdentity(shown.get())
      // Most events: nothing that is needed for a wait is added, and removed again.
      const event = evidence && owner && decided(draft, owner, { ageMs: 0, isOwn: true })
      const complete = event && settle(event)
      if (complete && !complete.todo.includes(PENDING)) return complete
      if (!owner) questions.expect(question)
      const known = {
        ...draft,
        question: id,
        ...(hasLock && { hasLock }),
        ...(owner ? { identity: owner } : { ...(tokenDigest && { tokenDigest }), ...(user?.id && { shown: user }) }),
      }
      return settle(learn(known, { ageMs: 0 }))
    },
    onLock(isHeld) {
      hasLock = isHeld
      if (isHeld) change()
    },
    settleBy(given, byEvidence) {
      settle = given
      evidence = byEvidence
      change()
    },
    stop() {
      for (const step of undo) step()
    },
  }
}
