import type { Stoppable } from '../../core/host.ts'
import { isSameIdentity, type EventDraft } from '../../core/model/event.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import type { Delivery } from './delivery.ts'
import type { InMemoryRecords } from '../store/inMemoryRecords.ts'
import type { Outbox } from '../store/outbox.ts'
import type { QueuedRecord } from '../store/storedRecord.ts'

/**
 * How many of the bytes that all keepalive requests of the page share are left unused at an exit. They are for the
 * envelope around the events, and for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

export interface ExitNeeds extends Pick<LatePlatform, 'page' | 'transport'> {
  inMemory: Pick<InMemoryRecords, 'byId' | 'onPut' | 'amend'>
  outbox: Pick<Outbox, 'flush' | 'isLost'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
  /** Returns the record of a draft with what is known about it. */
  settle(draft: EventDraft): QueuedRecord
}

/**
 * Stores and sends the remaining events of the page when it is hidden, which may be its last moment. Exit listeners of
 * the application run after this one, so events that are tracked from then on are sent at once, until the page is
 * visible again. An event that waits for its user or its flags goes with what is known about it if it would end with the page: when
 * the page is left, and nothing can be stored. It waits on while the page is only hidden.
 */
export function startPageExit({ page, transport, inMemory, outbox, deliveries, settle }: ExitNeeds): Stoppable {
  let isLeaving = false
  let isLeft = false
  let isScheduled = false

  /** Each completed event is put, which must not send those that come after it. */
  function completeUnkept() {
    const wasScheduled = isScheduled
    isScheduled = true
    for (const { record } of [...inMemory.byId.values()]) {
      const { event, todo } = record
      if (todo.includes(PENDING) && outbox.isLost(event.id)) inMemory.amend(settle(withWhatIsKnown(event)))
    }
    isScheduled = wasScheduled
  }

  function handOver(isExit: boolean) {
    if (isLeft) completeUnkept()
    outbox.flush()
    // Each delivery may use the bytes that the previous one has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, isExit)
  }

  const undo = [
    page.onMayExit((isLeftNow) => {
      isLeaving = true
      isLeft ||= isLeftNow
      handOver(true)
    }),
    page.onReturn(() => {
      isLeaving = isLeft = false
      for (const delivery of deliveries) delivery.retryNow()
    }),
    // The first event of a task is sent at once, and those that follow in the same task together.
    inMemory.onPut(() => {
      if (!isLeaving || isScheduled) return
      isScheduled = true
      handOver(false)
      queueMicrotask(() => {
        isScheduled = false
        handOver(false)
      })
    }),
  ]
  return { stop: () => undo.forEach((step) => step()) }
}

/** The flags that were shown belong to the event only if they were those of its user. */
function withWhatIsKnown({ flagSet, flagsUser, ...draft }: EventDraft): EventDraft {
  const { identity = {} } = draft
  const isOfUser = flagSet && flagsUser && isSameIdentity(flagsUser, identity)
  return { ...draft, identity, flagsUser: identity, ...(isOfUser && { flagSet }) }
}
