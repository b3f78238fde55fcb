import type { Stoppable, TokenOwners } from '../core/host.ts'
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
import { attribute, type Attribution, OTHER_PAGE_MS, ownerOf } from './attribution.ts'
import { flagSetOf } from './flagSet.ts'
import type { LiveRecord, LiveRecords } from './liveRecords.ts'

/** The identities and the flags of this page, by which drafts become events. */
export interface Attributor {
  /** When this page began to ask who-am-i. */
  readonly since: number
  /** Whether this page has tracked the draft. */
  isOwn(draft: EventDraft): boolean
  /** Returns the event, or undefined while its owner or the flags of its owner are not known. */
  complete(draft: EventDraft, ageMs: number): StoredEvent | undefined
  /** Returns the draft with its owner, if who-am-i has confirmed the owner since the draft was tracked. */
  identified(draft: EventDraft): EventDraft | undefined
  /** Calls the listener after each change that may complete a draft. */
  onChange(listener: () => void): Unsubscribe
}

/** Completes the drafts of this page once their owner and the flags that were in force are known. */
export interface Recorder extends Attributor, Stoppable {
  /**
   * Returns a new draft, which is not complete, with what is known about it. Once it is in the records of this page,
   * `onComplete` receives its event later.
   */
  hold(draft: EventDraft): EventDraft
}

interface Needs {
  clock: Clock
  /** The records of this page. */
  live: Pick<LiveRecords, 'byId'>
  identity: Readable<Identity>
  owners: TokenOwners
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
  const { clock, live, identity, owners, flags, flagsDeadlineMs, onAmended, onComplete, onFlagClash } = needs
  const epochs = new Map<string, EventIdentity | undefined>()
  const changes = createListeners<[]>()
  const added: string[] = []
  const lifetime = new AbortController()
  const { signal } = lifetime
  // Computed once for each change of the flags, not for each event.
  const setOf = memoizeLast((values: FlagsInForce['values']) => flagSetOf(values, onFlagClash))

  const isOwn = ({ epoch }: EventDraft) => epochs.has(epoch)

  function complete(draft: EventDraft, ageMs: number): StoredEvent | undefined {
    const inForce = flags.get()
    const state = { ageMs, identity: identity.get(), owners, flags: inForce, epochs, flagsDeadlineMs }
    const attribution = attribute(draft, state)
    return attribution && stampEvent(draft, attribution.identity, flagSetFor(draft, attribution, inForce))
  }

  /**
   * A draft that was tracked under a remembered user gets the flags of that time if this user turns out to be its
   * owner.
   */
  function flagSetFor(
    { flagsUser, flagSet }: EventDraft,
    { identity: owner, withFlags }: Attribution,
    inForce: FlagsInForce,
  ) {
    if (flagSet && flagsUser && isSameIdentity(flagsUser, owner)) return flagSet
    return withFlags ? setOf(inForce.values) : undefined
  }

  /** Only the flags that are the first to be ready in the epoch of the draft: later changes do not matter. */
  function withShownFlags(draft: EventDraft): EventDraft {
    const { isReady, epoch, user, values } = flags.get()
    const flagSet = !draft.flagSet && isReady && user && epoch === draft.epoch ? setOf(values) : undefined
    return user && flagSet ? { ...draft, flagSet, flagsUser: user } : draft
  }

  function identified(draft: EventDraft): EventDraft | undefined {
    const owner = draft.identity ? undefined : ownerOf(draft, { identity: identity.get(), owners, epochs })
    return owner && { ...draft, identity: owner }
  }

  const withKnown = (draft: EventDraft) => withShownFlags(identified(draft) ?? draft)

  function change() {
    const current = identity.get()
    epochs.set(current.epoch, eventIdentity(current))
    live.byId.forEach(update)
    changes.notify()
  }

  /** Completes a draft of this page, or else records what is known about it now: its owner, or the flags of a remembered user. */
  function update({ record, leastAgeMs = 0 }: LiveRecord) {
    const draft = record.event
    if (!record.todo.includes(HOLD) || !isOwn(draft)) return
    const event = complete(draft, Math.max(clock.now() - draft.at, leastAgeMs))
    if (event) return onComplete(event)
    const known = withKnown(draft)
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

  const undo = [identity, owners, flags].map(({ subscribe }) => subscribe(change))
  change()
  return {
    since: clock.now(),
    isOwn,
    complete,
    identified,
    onChange: changes.add,
    hold(draft) {
      if (added.push(draft.id) === 1) queueMicrotask(watchAdded)
      return withKnown(draft)
    },
    stop() {
      for (const step of undo) step()
      lifetime.abort()
    },
  }
}

/** Completes a draft with its identity and its flags. */
function stampEvent(draft: EventDraft, identity: EventIdentity, flagSet: FlagSet | undefined): StoredEvent {
  // Few drafts have waited for their user, and removing properties takes longer than the rest of this step.
  const rest = draft.credential === undefined ? draft : withoutWait(draft)
  return flagSet ? { ...rest, identity, flagSet } : { ...rest, identity }
}

/** Removes what is needed only while a draft waits for its user. */
const withoutWait = ({ credential: _, flagSet: _set, flagsUser: _user, ...rest }: EventDraft) => rest
