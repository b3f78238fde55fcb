import type { Stoppable, TokenOwners } from '../core/host.ts'
import { eventIdentity, isSameIdentity } from '../core/model/eventIdentity.ts'
import type { Readable } from '../core/lib/readable.ts'
import { rememberLast } from '../core/lib/rememberLast.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { EventDraft, EventIdentity, StoredEvent } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Clock } from '../core/ports/clock.ts'
import { flagSetOf } from './flagSet.ts'
import { stampEvent, withoutCredential } from './stampEvent.ts'
import { OTHER_PAGE_MS, ownerOf, waitingDecision, type Completion } from './waitingDecision.ts'

/** Where drafts wait until it is known who they belong to and which flags were in force. */
export interface WaitingRoom extends Stoppable {
  /** The event, if the draft, which is new, need not wait; otherwise the draft as it waits, and `onComplete` brings the event later. */
  complete(draft: EventDraft): { event: StoredEvent } | { held: EventDraft }
  /** Drafts that an earlier page has left. */
  adopt(drafts: readonly EventDraft[]): void
  /** Drafts that are given up. */
  forget(drafts: readonly Pick<EventDraft, 'id'>[]): void
}

interface Needs {
  clock: Clock
  identity: Readable<Identity>
  owners: TokenOwners
  flags: Readable<FlagsInForce>
  flagsDeadlineMs?: number | undefined
  /** The owner of this draft, which goes on waiting, is confirmed. The next page must not have to ask for it again. */
  onIdentified(draft: EventDraft): void
  /** The drafts as they are stored by now. */
  stored(): Promise<readonly EventDraft[]>
  onComplete(event: StoredEvent): void
  /** Flags share an event property; the message says which. */
  onFlagClash(message: string): void
}

export function createWaitingRoom(needs: Needs): WaitingRoom {
  const { clock, identity, owners, flags, flagsDeadlineMs, onIdentified, onComplete, onFlagClash } = needs
  const waiting = new Map<string, EventDraft>()
  /** What has waited at least so many milliseconds, whatever is done to the clock meanwhile. */
  const ages = new Map<string, number>()
  /** All that ever waited here: a draft that was completed a moment ago may still be read as one that waits. */
  const known = new Set<string>()
  const epochs = new Map<string, EventIdentity | undefined>()
  /** Drafts of other pages, which may have named their owners since they were read. */
  const adopted = new Set<string>()
  const newcomers: EventDraft[] = []
  const lifetime = new AbortController()
  const { signal } = lifetime
  // Made once for each change of the flags, not for each event.
  const setOf = rememberLast((values: FlagsInForce['values']) => flagSetOf(values, onFlagClash))

  function admit(draft: EventDraft) {
    if (!known.has(draft.id)) waiting.set(draft.id, draft)
    known.add(draft.id)
  }

  function noteEpoch() {
    const present = identity.get()
    epochs.set(present.epoch, eventIdentity(present))
  }

  function tryToComplete(draft: EventDraft, ageMs: number): StoredEvent | undefined {
    const inForce = flags.get()
    const situation = { ageMs, identity: identity.get(), owners, flags: inForce, epochs, flagsDeadlineMs }
    const decided = waitingDecision(draft, situation)
    if (decided.decision === 'wait') return undefined
    return stampEvent(draft, decided.identity, flagSetFor(draft, decided, inForce))
  }

  /** The owner of a draft that was tracked under a remembered user has the flags of that time, whatever has changed since. */
  function flagSetFor(
    { flagsUser, flagSet }: EventDraft,
    { identity: owner, withFlags }: Completion,
    inForce: FlagsInForce,
  ) {
    if (flagSet && flagsUser && isSameIdentity(flagsUser, owner)) return flagSet
    return withFlags ? setOf(inForce.values) : undefined
  }

  const ageOf = (draft: EventDraft) => Math.max(clock.now() - draft.at, ages.get(draft.id) ?? 0)

  function withFlagsShown(draft: EventDraft): EventDraft {
    const { isReady, epoch, user, values } = flags.get()
    const flagSet = isReady && user && epoch === draft.epoch ? setOf(values) : undefined
    return user && flagSet ? { ...draft, flagSet, flagsUser: user } : draft
  }

  function lookThrough() {
    noteEpoch()
    const others: EventDraft[] = []
    for (const draft of [...waiting.values()]) {
      if (adopted.has(draft.id)) others.push(draft)
      else settle(draft)
    }
    if (others.some((draft) => tryToComplete(draft, ageOf(draft)) || identified(draft))) void settleStored(others)
  }

  /** Completes a draft, or at least notes its owner. */
  function settle(draft: EventDraft) {
    const event = tryToComplete(draft, ageOf(draft))
    if (event) return remove(draft.id) && onComplete(event)
    const named = identified(draft)
    if (!named) return
    waiting.set(draft.id, named)
    onIdentified(named)
  }

  /** The page that tracked a draft may know its owner better: the same token may have been another user's then. */
  async function settleStored(drafts: readonly EventDraft[]) {
    const stored = new Map((await needs.stored()).map((draft) => [draft.id, draft]))
    if (signal.aborted) return
    for (const { id } of drafts) {
      const draft = stored.get(id) // another page may have completed it
      if (draft && waiting.has(id)) settle(draft)
    }
  }

  /** The draft with its owner, if who-am-i has confirmed one since it was tracked. */
  function identified(draft: EventDraft): EventDraft | undefined {
    const owner = draft.identity ? undefined : ownerOf(draft, { identity: identity.get(), owners, epochs })
    return owner && { ...withoutCredential(draft), identity: owner }
  }

  /** Looks through the room again at each time at which the decision about these may change. */
  function watch(drafts: readonly EventDraft[]) {
    if (drafts.length === 0) return
    for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS]) void lookAfter(ms, drafts)
  }

  async function lookAfter(ms: number | undefined, drafts: readonly EventDraft[]) {
    if (ms === undefined) return
    await sleep(clock, ms, signal)
    if (signal.aborted) return
    for (const { id } of drafts) if (waiting.has(id)) ages.set(id, Math.max(ms, ages.get(id) ?? 0))
    lookThrough()
  }

  function remove(id: string): boolean {
    ages.delete(id)
    adopted.delete(id)
    return waiting.delete(id)
  }

  /** One set of timers for all that one task tracks. */
  function watchSoon(draft: EventDraft) {
    if (newcomers.push(draft) === 1) void Promise.resolve().then(() => watch(newcomers.splice(0)))
  }

  const undo = [identity, owners, flags].map(({ subscribe }) => subscribe(lookThrough))
  noteEpoch()
  return {
    complete(draft) {
      const event = tryToComplete(draft, 0)
      if (event) return { event }
      const held = withFlagsShown(draft)
      admit(held)
      watchSoon(held)
      return { held }
    },
    adopt(drafts) {
      drafts.filter(({ id }) => !known.has(id)).forEach(({ id }) => adopted.add(id))
      drafts.forEach(admit)
      lookThrough()
      watch([...waiting.values()])
    },
    forget: (drafts) => drafts.forEach(({ id }) => remove(id)),
    stop() {
      for (const step of undo) step()
      lifetime.abort()
    },
  }
}
