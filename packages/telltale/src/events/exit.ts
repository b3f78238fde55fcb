import type { Stoppable } from '../core/host.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Delivery } from './delivery.ts'
import type { LiveRecords } from './liveRecords.ts'
import type { Outbox } from './outbox.ts'

/**
 * How many of the bytes that all keepalive requests of the page share are left unused at an exit. They are for the
 * envelope around the events, and for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

interface Needs extends Pick<Platform, 'page' | 'transport'> {
  live: Pick<LiveRecords, 'onPut'>
  outbox: Pick<Outbox, 'flush'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
}

/**
 * Stores and sends the remaining events of the page when it is hidden, which may be its last moment. Exit listeners of
 * the application run after this one, so events that are tracked from then on are sent at once, until the page is
 * visible again.
 */
export function startPageExit({ page, transport, live, outbox, deliveries }: Needs): Stoppable {
  let isLeaving = false
  let isScheduled = false

  function handOver(isExit: boolean) {
    outbox.flush()
    // Each delivery may use the bytes that the previous one has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, isExit)
  }

  const undo = [
    page.onMayExit(() => {
      isLeaving = true
      handOver(true)
    }),
    page.onReturn(() => {
      isLeaving = false
      for (const delivery of deliveries) delivery.retryNow()
    }),
    // The first event of a task is handed over at once, and those that follow in the same task together.
    live.onPut(() => {
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
