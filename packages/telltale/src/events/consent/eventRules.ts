import { refuserIn } from '../../core/ports/eventChange.ts'
import type { EventDraft } from '../../core/model/event.ts'
import type { Permits } from '../../core/ports/platform.ts'
import { isPending } from '../store/kept.ts'
import type { Queued, QueuedRecord } from '../store/storedRecord.ts'

/** Which tasks of events are allowed, and which must wait. */
export interface EventRules {
  /** Whether one of the destinations may have events. */
  isAnyAllowed(): boolean
  /** Whether the store may be opened. */
  mayOpen(): boolean
  isDestination(task: string): boolean
  /** Whether the destination may not have events now, except for the decisions themselves. */
  isHeld(task: string): boolean
  /** Whether the event records a decision, which proves what was allowed. */
  isProof(event: Pick<Queued, 'kind'>): boolean
  /** The record as it may be stored: a draft is completed there without the destinations that may not have it. */
  part(record: QueuedRecord): QueuedRecord
  /**
   * The tasks of an event that are allowed, those that must wait, and those that are denied. `isStored`: another user may have allowed on an
   * earlier page what this page does not know.
   */
  divide(
    record: QueuedRecord,
    isStored?: boolean,
  ): readonly [allowed: readonly string[], held: readonly string[], denied: readonly string[]]
}

/**
 * An event is judged by the choice of its own user or visitor, and one whose user is not known yet by that of the present one.
 *
 * @param names the names of the destinations
 */
export function eventRules({ of, ownerOf, isForgotten, mustDelete }: Permits, names: readonly string[]): EventRules {
  const isAllowed = (name: string) => of(name) === 'granted'
  const isAnyAllowed = () => names.some(isAllowed)
  const isProof: EventRules['isProof'] = ({ kind }) => kind === 'consent'

  function stateIn({ event, todo }: QueuedRecord, task: string, isStored = false) {
    const { destinations = names }: Partial<EventDraft> = event
    const owner = ownerOf(event.identity)
    const stateOf = (name: string) => of(name, owner)
    if (isForgotten(owner, event.at)) return 'denied'
    // A proof does not wait, and is not stored for a user who allows nothing to be.
    if (isProof(event)) return names.map(stateOf).includes('granted') ? 'granted' : 'pending'
    if (!isPending({ event, todo })) {
      const state = stateOf(refuserIn(task) ?? task)
      return isStored && owner !== ownerOf() && state === 'pending' ? 'granted' : state
    }
    const states = destinations.map(stateOf)
    return (['granted', 'pending'] as const).find((state) => states.includes(state)) ?? 'denied'
  }

  return {
    isAnyAllowed,
    mayOpen: () => isAnyAllowed() || mustDelete(),
    isDestination: (task) => names.includes(task),
    isHeld: (task) => names.includes(task) && !isAllowed(task),
    isProof,
    part(record) {
      if (!isPending(record)) return record
      const { destinations = names, ...event }: EventDraft = record.event
      const owner = ownerOf(event.identity)
      const withheld = destinations.filter((name) => of(name, owner) !== 'granted')
      if (withheld.length === 0) return record
      const others = destinations.filter((name) => !withheld.includes(name))
      return { ...record, event: { ...event, destinations: others, withheld } }
    },
    divide(record, isStored) {
      const tasksThatAre = (state: string) => record.todo.filter((task) => stateIn(record, task, isStored) === state)
      return [tasksThatAre('granted'), tasksThatAre('pending'), tasksThatAre('denied')]
    },
  }
}
