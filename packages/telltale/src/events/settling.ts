import type { Host, Stoppable } from '../core/host.ts'
import { memoizeLast } from '../core/lib/readable.ts'
import { publicUrl } from '../core/lib/publicUrl.ts'
import { sleep } from '../core/lib/time.ts'
import { type EventDraft, type FlagSet, isSameIdentity, type StoredEvent } from '../core/model/event.ts'
import { HOLD } from '../core/ports/eventStore.ts'
import { OTHER_PAGE_MS } from './attribution.ts'
import { type DeliveryReports, isAccepted } from './deliveryReports.ts'
import type { Destination } from './destination.ts'
import { ADDRESS, type AddressedDraft } from './drafts.ts'
import { flagSetOf } from './flagSet.ts'
import type { KeyedFlags } from './keyedFlags.ts'
import type { LiveRecords } from './liveRecords.ts'
import type { Recorder, Settle } from './recorder.ts'
import { type Queued, withFlags } from './storedRecord.ts'

/**
 * Returns the function that completes drafts. A complete event has the tasks of the destinations that accept it, and any draft gets
 * the address that `publicUrl` makes of the whole one, in place of the short one of the first file, and its flags get their names.
 */
export function createSettle(
  destinations: readonly Pick<Destination, 'name' | 'accepts'>[],
  reports: DeliveryReports,
  { bus }: Pick<Host, 'bus'>,
): Settle {
  // Many events happen at the same address.
  const urlOf = memoizeLast((address: string) => publicUrl(address))
  // Named once for each change of the flags, not for each event.
  const namedSet = memoizeLast((flags: FlagSet | KeyedFlags) =>
    'isKeyed' in flags ? flagSetOf(flags.properties, (message) => reports.problem('flags', message)) : flags,
  )
  return (draft) => {
    const { [ADDRESS]: address, flagSet, ...rest }: AddressedDraft = draft
    const named = flagSet && namedSet(flagSet)
    const isSettled = address === undefined && named === flagSet
    const known = isSettled
      ? draft
      : { ...rest, ...(address !== undefined && { url: urlOf(address) }), ...(named && { flagSet: named }) }
    if (!isDecided(known)) return { event: known, todo: [HOLD] }
    const event = withoutWait(known)
    reports.progress('stamped', event)
    if (bus.isHeard('stamped')) bus.publish('stamped', withFlags(event))
    const accepting = destinations.filter((destination) => isAccepted(event, destination, reports))
    return { event, todo: accepting.map(({ name }) => name) }
  }
}

/** Whether nothing is awaited any more: the owner of the draft is known, and whether it has flags. */
export const isDecided = (draft: EventDraft): draft is EventDraft & Pick<StoredEvent, 'identity'> =>
  draft.identity !== undefined && draft.flagsUser !== undefined && isSameIdentity(draft.identity, draft.flagsUser)

/** Removes what is needed only while a draft waits. */
const withoutWait = ({
  question: _question,
  credential: _credential,
  shown: _shown,
  hasLock: _hasLock,
  flagsUser: _user,
  ...rest
}: EventDraft & Pick<StoredEvent, 'identity'>): StoredEvent => rest

interface Needs {
  clock: Host['platform']['clock']
  live: Pick<LiveRecords, 'byId'>
  recorder: Pick<Recorder, 'isOwn' | 'update'>
  flagsDeadlineMs?: number | undefined
}

export interface AgeWatch extends Stoppable {
  /** A new draft waits. */
  add(draft: Queued): void
}

/** Updates the drafts of this page at the ages at which the decision about them may change. */
export function watchAges({ clock, live, recorder, flagsDeadlineMs }: Needs): AgeWatch {
  const lifetime = new AbortController()
  const { signal } = lifetime
  let added: Queued[] = []
  for (const { record } of live.byId.values())
    if (record.todo.includes(HOLD) && recorder.isOwn(record.event)) add(record.event)

  function add(draft: Queued) {
    if (added.push(draft) === 1) queueMicrotask(watchAdded)
  }

  /** Those that were tracked together share their timers. */
  function watchAdded() {
    const byTime = new Map<number, string[]>()
    for (const { at, id } of added) byTime.set(at, [...(byTime.get(at) ?? []), id])
    added = []
    for (const [at, ids] of byTime)
      for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS]) if (ms !== undefined) void updateAt(ms, at, ids)
  }

  async function updateAt(ms: number, at: number, ids: readonly string[]) {
    // A clock that was set back does not lengthen the wait.
    await sleep(clock, Math.min(ms, Math.max(ms - (clock.now() - at), 0)), signal)
    for (const id of ids) {
      const held = live.byId.get(id)
      if (signal.aborted || !held) continue
      held.leastAgeMs = Math.max(ms, held.leastAgeMs ?? 0)
      recorder.update(held)
    }
  }

  return { add, stop: () => lifetime.abort() }
}
