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
import type { Clock } from '../core/ports/platform.ts'
import { attribute, type Attribution, OTHER_PAGE_MS, ownerOf } from './attribution.ts'
import { flagSetOf } from './flagSet.ts'

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

/** Holds the drafts of this page until their owner and the flags that were in force are known. */
export interface Recorder extends Attributor, Stoppable {
  /**
   * Takes a new draft. Returns the event if the draft need not wait. Otherwise returns the draft as it is held, and
   * `onComplete` receives the event later.
   */
  admit(draft: EventDraft): { event: StoredEvent } | { held: EventDraft }
  /** Removes drafts that are evicted. */
  forget(drafts: readonly Pick<EventDraft, 'id'>[]): void
}

interface Needs {
  clock: Clock
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

interface Held {
  draft: EventDraft
  /** The minimum time that the draft has waited, in milliseconds. It holds even if the clock is set back. */
  ageMs: number
}

export function createRecorder(needs: Needs): Recorder {
  const { clock, identity, owners, flags, flagsDeadlineMs, onAmended, onComplete, onFlagClash } = needs
  const waiting = new Map<string, Held>()
  const epochs = new Map<string, EventIdentity | undefined>()
  const changes = createListeners<[]>()
  const added: Held[] = []
  const lifetime = new AbortController()
  const { signal } = lifetime
  // Computed once for each change of the flags, not for each event.
  const setOf = memoizeLast((values: FlagsInForce['values']) => flagSetOf(values, onFlagClash))

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
    waiting.forEach(update)
    changes.notify()
  }

  /** Completes a draft, or else records what is known about it now: its owner, or the flags of a remembered user. */
  function update(held: Held) {
    const { draft } = held
    const event = complete(draft, Math.max(clock.now() - draft.at, held.ageMs))
    if (event) return void (waiting.delete(draft.id) && onComplete(event))
    held.draft = withKnown(draft)
    if (held.draft !== draft) onAmended(held.draft)
  }

  /** Updates the drafts that one task has tracked when the decision about them may change. */
  async function updateAfter(ms: number | undefined, drafts: readonly Held[]) {
    if (ms === undefined) return
    await sleep(clock, ms, signal)
    for (const held of drafts) {
      if (signal.aborted || waiting.get(held.draft.id) !== held) continue
      held.ageMs = Math.max(ms, held.ageMs)
      update(held)
    }
  }

  function watchAdded() {
    const drafts = added.splice(0)
    for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS]) void updateAfter(ms, drafts)
  }

  const undo = [identity, owners, flags].map(({ subscribe }) => subscribe(change))
  change()
  return {
    since: clock.now(),
    isOwn: ({ epoch }) => epochs.has(epoch),
    complete,
    identified,
    onChange: changes.add,
    admit(draft) {
      const event = complete(draft, 0)
      if (event) return { event }
      const held = { draft: withKnown(draft), ageMs: 0 }
      waiting.set(draft.id, held)
      if (added.push(held) === 1) queueMicrotask(watchAdded)
      return { held: held.draft }
    },
    forget: (drafts) => drafts.forEach(({ id }) => waiting.delete(id)),
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
