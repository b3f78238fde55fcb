import type { Questions, Stoppable } from '../core/host.ts'
import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import { type Readable, memoizeLast } from '../core/lib/readable.ts'
import { sleep } from '../core/lib/time.ts'
import {
  type EventDraft,
  eventIdentity,
  type EventIdentity,
  type FlagSet,
  isSameIdentity,
  type StoredEvent,
} from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { HOLD } from '../core/ports/eventStore.ts'
import type { Clock } from '../core/ports/platform.ts'
import { type FlagFacts, flagsFor, OTHER_PAGE_MS } from './attribution.ts'
import { flagSetOf } from './flagSet.ts'
import type { LiveRecord, LiveRecords } from './liveRecords.ts'

export interface Waited {
  /** How long the draft has waited, in milliseconds. */
  ageMs: number
  /** Whether the page that tracked the draft has ended. Undefined if that is not known, or if it is this page. */
  hasEnded?: boolean | undefined
}

/** Returns the owner of a draft whose own question has no answer here, or undefined while that may become known. */
export type Evidence = (draft: EventDraft, waited: Waited & { isOwn: boolean }) => EventIdentity | undefined

/** The identities and the flags of this page, by which drafts become events. */
export interface Attributor {
  /** When this page began to ask who-am-i. */
  readonly since: number
  /** Whether this page has tracked the draft. */
  isOwn(draft: EventDraft): boolean
  /** Returns the event, or undefined while its owner or the flags of its owner are not known. */
  complete(draft: EventDraft, waited: Waited): StoredEvent | undefined
  /** Returns the draft with its owner, if the owner has become known. */
  identified(draft: EventDraft, waited: Waited): EventDraft | undefined
  /** Calls the listener after each change that may complete a draft. */
  onChange(listener: () => void): Unsubscribe
}

/** Completes the drafts of this page once their owner and the flags that were in force are known. */
export interface Recorder extends Attributor, Stoppable {
  /** Returns the event of a new draft, if it need not wait. */
  record(draft: EventDraft): StoredEvent | undefined
  /**
   * Returns a new draft, which is not complete, with what is known about it. Once it is in the records of this page,
   * `onComplete` receives its event later.
   */
  hold(draft: EventDraft): EventDraft
  /** The page holds the lock with its id, or has released it. */
  onLock(isHeld: boolean): void
  /** Decides from now on about drafts whose own question has no answer. Before, they wait. */
  judgeBy(evidence: Evidence): void
}

interface Needs {
  clock: Clock
  /** The records of this page. */
  live: Pick<LiveRecords, 'byId'>
  identity: Readable<Identity>
  questions: Questions
  flags: Readable<FlagsInForce>
  flagsDeadlineMs?: number | undefined
  /**
   * Called when more is known about a draft that still waits: its owner is confirmed, or the flags of a remembered user
   * have arrived. This must be stored, because a later page cannot find it out.
   */
  onAmended(draft: EventDraft): void
  onComplete(event: StoredEvent): void
  /** Called when flags share an event property. The message names them. */
  onFlagClash(message: string): void
}

export function createRecorder(needs: Needs): Recorder {
  const { clock, live, identity, questions, flags, flagsDeadlineMs, onAmended, onComplete, onFlagClash } = needs
  const changes = createListeners<[]>()
  const added: string[] = []
  const lifetime = new AbortController()
  const { signal } = lifetime
  let hasLock = false
  let evidence: Evidence | undefined
  // Computed once for each change of the flags, not for each event.
  const setOf = memoizeLast((values: FlagsInForce['values']) => flagSetOf(values, onFlagClash))

  const isOwn = ({ question }: EventDraft) => question?.startsWith(questions.page) === true

  const questionOf = (draft: EventDraft) => questions.all.find(({ id }) => id === draft.question)

  function ownerFor(draft: EventDraft, waited: Waited) {
    const own = isOwn(draft)
    // An answer speaks for what its page tracked between its question and the next one.
    const question = own ? questionOf(draft) : undefined
    const known = draft.identity ?? question?.owner
    return known || question?.isOpen ? known : evidence?.(draft, { ...waited, isOwn: own })
  }

  function complete(draft: EventDraft, waited: Waited): StoredEvent | undefined {
    const owner = ownerFor(draft, waited)
    if (!owner) return undefined
    const { flagsUser, flagSet } = draft
    // A draft that has waited for its user gets the flags of its time if they were shown to this user.
    if (flagSet && flagsUser && isSameIdentity(flagsUser, owner)) return stampEvent(draft, owner, flagSet)
    return withFlagsOf(owner, draft, { ageMs: waited.ageMs, isOwn: isOwn(draft) })
  }

  function withFlagsOf(owner: EventIdentity, draft: EventDraft, how: Pick<FlagFacts, 'ageMs' | 'isOwn'>) {
    const inForce = flags.get()
    const who = identity.get()
    const facts = { ...how, user: eventIdentity(who), epoch: who.epoch, flags: inForce, flagsDeadlineMs }
    const given = flagsFor(owner, facts)
    return given && stampEvent(draft, owner, given === 'current' ? setOf(inForce.values) : undefined)
  }

  /** Only the flags that are the first to be ready in the epoch of the draft: later changes do not matter. */
  function withShownFlags(draft: EventDraft): EventDraft {
    const { isReady, epoch, user, values } = flags.get()
    const flagSet = !draft.flagSet && isReady && user && epoch === draft.epoch ? setOf(values) : undefined
    return user && flagSet ? { ...draft, flagSet, flagsUser: user } : draft
  }

  function identified(draft: EventDraft, waited: Waited): EventDraft | undefined {
    const owner = draft.identity ? undefined : ownerFor(draft, waited)
    return owner && { ...draft, identity: owner }
  }

  /** The token may have become known after the event. */
  function withCredential(draft: EventDraft): EventDraft {
    const credential = draft.identity || draft.credential ? undefined : questionOf(draft)?.credential
    return credential ? { ...draft, credential } : draft
  }

  function change() {
    live.byId.forEach(update)
    changes.notify()
  }

  /** Completes a draft of this page, or else records what is known about it now: its owner, or the flags of a remembered user. */
  function update({ record, leastAgeMs = 0 }: LiveRecord) {
    const draft = record.event
    if (!record.todo.includes(HOLD) || !isOwn(draft)) return
    const waited = { ageMs: Math.max(clock.now() - draft.at, leastAgeMs) }
    const event = complete(draft, waited)
    if (event) return onComplete(event)
    const known = withShownFlags(identified(draft, waited) ?? withCredential(draft))
    if (known !== draft) onAmended(known)
  }

  /** Updates the drafts that one task has tracked when the decision about them may change. */
  async function updateAfter(ms: number | undefined, ids: readonly string[]) {
    if (ms === undefined) return
    await sleep(clock, ms, signal)
    for (const id of ids) {
      const held = live.byId.get(id)
      if (signal.aborted || !held) continue
      held.leastAgeMs = ms // the shorter time passes first
      update(held)
    }
  }

  function watchAdded() {
    const ids = added.splice(0)
    for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS]) void updateAfter(ms, ids)
  }

  const undo = [identity, questions, flags].map(({ subscribe }) => subscribe(change))
  change()
  return {
    since: clock.now(),
    isOwn,
    complete,
    identified,
    onChange: changes.add,
    record(draft) {
      const { owner } = questions.now()
      return owner && withFlagsOf(owner, draft, { ageMs: 0, isOwn: true })
    },
    hold(draft) {
      if (added.push(draft.id) === 1) queueMicrotask(watchAdded)
      const question = questions.now()
      const { id, credential, owner } = question
      const { user } = flags.get()
      if (!owner) questions.expect(question)
      return withShownFlags({
        ...draft,
        question: id,
        ...(hasLock && { hasLock }),
        ...(owner ? { identity: owner } : { ...(credential && { credential }), ...(user?.id && { shown: user }) }),
      })
    },
    onLock: (isHeld) => void (hasLock = isHeld),
    judgeBy(given) {
      evidence = given
      change()
    },
    stop() {
      for (const step of undo) step()
      lifetime.abort()
    },
  }
}

/** Completes a draft with its identity and its flags. */
export function stampEvent(draft: EventDraft, identity: EventIdentity, flagSet: FlagSet | undefined): StoredEvent {
  // Few drafts have waited, and removing properties takes longer than the rest of this step.
  const rest = draft.question === undefined && draft.flagsUser === undefined ? draft : withoutWait(draft)
  return flagSet ? { ...rest, identity, flagSet } : { ...rest, identity }
}

/** Removes what is needed only while a draft waits. */
const withoutWait = ({
  question: _question,
  credential: _credential,
  shown: _shown,
  hasLock: _hasLock,
  flagSet: _set,
  flagsUser: _user,
  ...rest
}: EventDraft) => rest
