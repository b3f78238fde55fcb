import type { Host } from '../../core/host.ts'
import { memoizeLast } from '../../core/lib/readable.ts'
import { publicUrl } from '../../core/lib/publicUrl.ts'
import { type EventDraft, type FlagSet, isSameIdentity, type StoredEvent } from '../../core/model/event.ts'
import type { Deciding, LibraryStep } from '../../core/stepHost.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { isAccepted } from '../destinations/isAccepted.ts'
import type { Destination } from '../destinations/destination.ts'
import { ADDRESS, type AddressedDraft } from '../recording/drafts.ts'
import { flagSetOf } from './flagSet.ts'
import type { KeyedFlags } from '../recording/keyedFlags.ts'
import type { Process } from './processing.ts'
import type { Settle } from '../recording/recorder.ts'
import { frozenEvent } from '../destinations/withFlags.ts'

interface Needs extends Pick<Host, 'bus'> {
  reports: DeliveryReports
  steps: readonly LibraryStep[]
  deciding: Deciding
  process: Process
}

/**
 * Returns the function that completes drafts. A complete event has passed the steps of the application, and has the tasks of the
 * destinations that accept it. Any draft gets the address that `publicUrl` makes of the whole one, in place of the short one of the first chunk, and its flags get their names.
 */
export function createSettle(
  destinations: readonly Pick<Destination, 'name' | 'accepts'>[],
  { reports, bus, steps, deciding, process }: Needs,
): Settle {
  // Many events happen at the same address.
  const urlOf = memoizeLast((address: string) => publicUrl(address))
  // Named once for each change of the flags, not for each event.
  const namedSet = memoizeLast((flags: FlagSet | KeyedFlags) =>
    'isKeyed' in flags ? flagSetOf(flags, (message) => reports.problem('flags', message)) : flags,
  )
  return (draft) => {
    const { [ADDRESS]: address, flagSet, ...rest }: AddressedDraft = draft
    const named = flagSet && namedSet(flagSet)
    const isSettled = address === undefined && named === flagSet
    const known = isSettled
      ? draft
      : { ...rest, ...(address !== undefined && { url: urlOf(address) }), ...(named && { flagSet: named }) }
    if (!isDecided(known)) return { event: known, todo: [PENDING] }
    let decided: typeof known | undefined = known
    for (const step of steps) if (decided && step['~complete']) decided = step['~complete'](decided, deciding)
    if (!decided) return { event: known, todo: [PENDING] }
    const complete = withoutWait(decided)
    const event = process(complete)
    for (const step of steps) step['~processed']?.(complete, !event)
    // What the record was is removed from the store with its last task.
    if (!event) return { event: { ...complete, properties: {} }, todo: [] }
    const accepting = destinations.filter(
      (destination) => !known.withheld?.includes(destination.name) && isAccepted(event, destination, reports),
    )
    // It also waits for a destination that its page had and this page does not have.
    const absent = known.destinations?.filter((name) => !destinations.some((own) => own.name === name)) ?? []
    const todo = [...accepting.map(({ name }) => name), ...absent]
    reports.progress('completed', event, { destinations: Object.freeze([...todo]) })
    if (bus.isHeard('event')) bus.publish('event', frozenEvent(event))
    const others = destinations.filter((destination) => !accepting.includes(destination))
    if (others.length > 0)
      reports.note(
        'not-accepted',
        [event],
        others.map(({ name }) => name),
      )
    return { event, todo }
  }
}

/** Whether nothing is awaited any more: the owner of the draft is known, and whether it has flags. */
export const isDecided = (draft: EventDraft): draft is EventDraft & Pick<StoredEvent, 'identity'> =>
  draft.identity !== undefined && draft.flagsUser !== undefined && isSameIdentity(draft.identity, draft.flagsUser)

/** Removes what is needed only while a draft waits. */
const withoutWait = ({
  question: _question,
  tokenDigest: _tokenDigest,
  shown: _shown,
  destinations: _destinations,
  withheld: _withheld,
  hasLock: _hasLock,
  told: _told,
  exposing: _exposing,
  sessionOf: _sessionOf,
  flagsUser: _user,
  ...rest
}: EventDraft & Pick<StoredEvent, 'identity'>): StoredEvent => rest
