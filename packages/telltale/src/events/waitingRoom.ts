import type { Stoppable, TokenOwners } from '../core/host.ts'
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
import { flagSetOf } from './flagSet.ts'
import { type Completion, OTHER_PAGE_MS, ownerOf, waitingDecision } from './waitingDecision.ts'

/** Holds drafts until their owner and the flags that were in force are known. */
export interface WaitingRoom extends Stoppable {
  /**
   * Takes a new draft. Returns the event if the draft need not wait. Otherwise returns the draft as it is held, and
   * `onComplete` receives the event later.
   */
  admit(draft: EventDraft): { event: StoredEvent } | { held: EventDraft }
  /** Takes over drafts that an earlier page has left. `readStored` returns the drafts as they are stored now. */
  adopt(drafts: readonly EventDraft[], readStored: () => Promise<readonly EventDraft[]>): void
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
   * have arrived. The next page can find out neither.
   */
  onAmended(draft: EventDraft): void
  onComplete(event: StoredEvent): void
  /** Called when flags share an event property. The message names them. */
  onFlagClash(message: string): void
}

export function createWaitingRoom(needs: Needs): WaitingRoom {
  const { clock, identity, owners, flags, flagsDeadlineMs, onAmended, onComplete, onFlagClash } = needs
  const waiting = new Map<string, EventDraft>()
  /** The minimum time that a draft has waited, in milliseconds. It holds even if the clock is set back. */
  const ages = new Map<string, number>()
  /**
   * The ids of all drafts that ever waited here. A draft that was just completed may still be read from the store as a
   * waiting one.
   */
  const known = new Set<string>()
  const epochs = new Map<string, EventIdentity | undefined>()
  /** The ids of drafts of other pages. Those pages may have stored the owners since the drafts were read. */
  const adopted = new Set<string>()
  let readStored: () => Promise<readonly EventDraft[]> = async () => []
  const newDrafts: EventDraft[] = []
  const lifetime = new AbortController()
  const { signal } = lifetime
  // Computed once for each change of the flags, not for each event.
  const setOf = memoizeLast((values: FlagsInForce['values']) => flagSetOf(values, onFlagClash))

  function admit(draft: EventDraft) {
    if (!known.has(draft.id)) waiting.set(draft.id, draft)
    known.add(draft.id)
  }

  function recordEpoch() {
    const current = identity.get()
    epochs.set(current.epoch, eventIdentity(current))
  }

  function tryToComplete(draft: EventDraft, ageMs: number): StoredEvent | undefined {
    const inForce = flags.get()
    const state = { ageMs, identity: identity.get(), owners, flags: inForce, epochs, flagsDeadlineMs }
    const completion = waitingDecision(draft, state)
    if (completion.decision === 'wait') return undefined
    return stampEvent(draft, completion.identity, flagSetFor(draft, completion, inForce))
  }

  /**
   * A draft that was tracked under a remembered user gets the flags of that time if this user turns out to be its
   * owner.
   */
  function flagSetFor(
    { flagsUser, flagSet }: EventDraft,
    { identity: owner, withFlags }: Completion,
    inForce: FlagsInForce,
  ) {
    if (flagSet && flagsUser && isSameIdentity(flagsUser, owner)) return flagSet
    return withFlags ? setOf(inForce.values) : undefined
  }

  const ageOf = (draft: EventDraft) => Math.max(clock.now() - draft.at, ages.get(draft.id) ?? 0)

  /** Only the flags that are the first to be ready in the epoch of the draft: later changes do not matter. */
  function withShownFlags(draft: EventDraft): EventDraft {
    const { isReady, epoch, user, values } = flags.get()
    const flagSet = !draft.flagSet && isReady && user && epoch === draft.epoch ? setOf(values) : undefined
    return user && flagSet ? { ...draft, flagSet, flagsUser: user } : draft
  }

  function checkAll() {
    recordEpoch()
    const others: EventDraft[] = []
    for (const draft of [...waiting.values()]) {
      if (adopted.has(draft.id)) others.push(draft)
      else settle(draft)
    }
    if (others.some((draft) => tryToComplete(draft, ageOf(draft)) || identified(draft))) void settleStored(others)
  }

  /** Completes a draft, or else records what is known about it now: its owner, or the flags of a remembered user. */
  function settle(draft: EventDraft) {
    const event = tryToComplete(draft, ageOf(draft))
    if (event) return remove(draft.id) && onComplete(event)
    const amended = withShownFlags(identified(draft) ?? draft)
    if (amended === draft) return
    waiting.set(draft.id, amended)
    onAmended(amended)
  }

  /**
   * Settles drafts of other pages as they are stored now. The page that tracked a draft may know its owner better: the
   * same token may have belonged to another user then.
   */
  async function settleStored(drafts: readonly EventDraft[]) {
    const stored = new Map((await readStored()).map((draft) => [draft.id, draft]))
    if (signal.aborted) return
    for (const { id } of drafts) {
      const draft = stored.get(id) // undefined if another page has completed the draft
      if (draft && waiting.has(id)) settle(draft)
    }
  }

  /** Returns the draft with its owner, if who-am-i has confirmed the owner since the draft was tracked. */
  function identified(draft: EventDraft): EventDraft | undefined {
    const owner = draft.identity ? undefined : ownerOf(draft, { identity: identity.get(), owners, epochs })
    return owner && { ...draft, identity: owner }
  }

  /** Checks the room again at each time at which the decision about these drafts may change. */
  function watch(drafts: readonly EventDraft[]) {
    if (drafts.length === 0) return
    for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS]) void checkAfter(ms, drafts)
  }

  async function checkAfter(ms: number | undefined, drafts: readonly EventDraft[]) {
    if (ms === undefined) return
    await sleep(clock, ms, signal)
    if (signal.aborted) return
    for (const { id } of drafts) if (waiting.has(id)) ages.set(id, Math.max(ms, ages.get(id) ?? 0))
    checkAll()
  }

  function remove(id: string): boolean {
    ages.delete(id)
    adopted.delete(id)
    return waiting.delete(id)
  }

  /** Sets one group of timers for all drafts that one task tracks. */
  function watchSoon(draft: EventDraft) {
    if (newDrafts.push(draft) === 1) void Promise.resolve().then(() => watch(newDrafts.splice(0)))
  }

  const undo = [identity, owners, flags].map(({ subscribe }) => subscribe(checkAll))
  recordEpoch()
  return {
    admit(draft) {
      const event = tryToComplete(draft, 0)
      if (event) return { event }
      const held = withShownFlags(draft)
      admit(held)
      watchSoon(held)
      return { held }
    },
    adopt(drafts, read) {
      readStored = read
      drafts.filter(({ id }) => !known.has(id)).forEach(({ id }) => adopted.add(id))
      drafts.forEach(admit)
      checkAll()
      watch([...waiting.values()])
    },
    forget: (drafts) => drafts.forEach(({ id }) => remove(id)),
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
