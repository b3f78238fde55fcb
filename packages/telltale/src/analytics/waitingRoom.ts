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
  /** The event, if the draft, which is new, need not wait; otherwise `onComplete` brings it later. */
  complete(draft: EventDraft): StoredEvent | undefined
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
  onComplete(event: StoredEvent): void
  /** Flags share an event property; the message says which. */
  onFlagClash(message: string): void
}

export function createWaitingRoom(needs: Needs): WaitingRoom {
  const { clock, identity, owners, flags, flagsDeadlineMs, onIdentified, onComplete, onFlagClash } = needs
  const waiting = new Map<string, EventDraft>()
  /** What has waited at least so many milliseconds, whatever is done to the clock meanwhile. */
  const ages = new Map<string, number>()
  /** All that ever waited here: what is on its way from the journal's room to its log is in both for a moment. */
  const known = new Set<string>()
  const epochs = new Map<string, EventIdentity | undefined>()
  /** The flags that were in force when a draft was tracked, with the user whose they were: who may be remembered only. */
  const flagsShown = new Map<string, FlagsInForce>()
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
  function flagSetFor({ id }: EventDraft, { identity: owner, withFlags }: Completion, inForce: FlagsInForce) {
    const shown = flagsShown.get(id)
    if (shown?.user && isSameIdentity(shown.user, owner)) return setOf(shown.values)
    return withFlags ? setOf(inForce.values) : undefined
  }

  function lookThrough() {
    noteEpoch()
    for (const draft of [...waiting.values()]) {
      const event = tryToComplete(draft, Math.max(clock.now() - draft.at, ages.get(draft.id) ?? 0))
      if (!event) identify(draft)
      else if (remove(draft.id)) onComplete(event)
    }
  }

  function identify(draft: EventDraft) {
    if (draft.identity) return
    const owner = ownerOf(draft, { identity: identity.get(), owners, epochs })
    if (!owner) return
    const identified = { ...withoutCredential(draft), identity: owner }
    waiting.set(draft.id, identified)
    onIdentified(identified)
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
    flagsShown.delete(id)
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
      if (!event) {
        admit(draft)
        const inForce = flags.get()
        if (inForce.isReady && inForce.epoch === draft.epoch) flagsShown.set(draft.id, inForce)
        watchSoon(draft)
      }
      return event
    },
    adopt(drafts) {
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
