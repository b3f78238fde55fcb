import type { Stoppable } from '../core/host.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Transport } from '../core/ports/transport.ts'
import { newestWithin } from './budget.ts'
import type { Delivery } from './delivery.ts'
import type { RunningDestination } from './destination.ts'
import type { Outbox } from './outbox.ts'
import type { CompleteRecord } from './storedRecord.ts'

/**
 * How many of the bytes that all keepalive requests of the page share are left unused at an exit. They are for the
 * envelope around the events, and for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

interface Needs extends Pick<Platform, 'page' | 'transport'> {
  outbox: Pick<Outbox, 'flush' | 'onPut'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
}

/**
 * Stores and sends the remaining events of the page when it is hidden, which may be its last moment. Exit listeners of
 * the application run after this one, so events that are tracked from then on are sent at once, until the page is
 * visible again.
 */
export function startPageExit({ page, transport, outbox, deliveries }: Needs): Stoppable {
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
    outbox.onPut(() => {
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

/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger batches would use up the bytes that
 * the whole page has for such requests, and the same number of bytes is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024

/** Whether the browser is to finish the request of this batch even if the page is gone. */
export function outlivesPage(
  batch: readonly CompleteRecord[],
  { compresses, sharesFlags }: Pick<RunningDestination, 'compresses' | 'sharesFlags'>,
  transport: Pick<Transport, 'keepaliveRoom'>,
): boolean {
  const maxBytes = Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
  return !compresses && newestWithin(maxBytes, batch, { sharesFlags }).length === batch.length
}
