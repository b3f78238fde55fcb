import type { Stoppable } from '../core/host.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Delivery } from './delivery.ts'
import type { Outbox } from './outbox.ts'
import type { QueuedRecord } from './storedRecord.ts'

/**
 * What an exit leaves free of the bytes that all keepalive requests of the page share: for the envelope around the events, and
 * for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

export interface PageExit extends Stoppable {
  /** Puts a record into the outbox, and sends its event at once while the page is hidden or left. */
  put(type: 'add' | 'amend', record: QueuedRecord): void
}

interface Needs extends Pick<Platform, 'page' | 'transport'> {
  outbox: Pick<Outbox, 'add' | 'amend' | 'flush'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
}

/**
 * Stores and sends what the page still has when it is hidden, which may be its last moment. Exit listeners of the application run
 * after this one: so what is tracked from then on is sent at once, until the page is looked at again.
 */
export function startPageExit({ page, transport, outbox, deliveries }: Needs): PageExit {
  let isLeaving = false
  /** The ids of what the task that is running has tracked meanwhile, after the first: it is handed over together. */
  let latest: string[] | undefined

  function handOver(ids?: readonly string[]) {
    outbox.flush()
    // Each takes of what the one before has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, ids)
  }

  const undo = [
    page.onMayExit(() => {
      isLeaving = true
      handOver()
    }),
    page.onReturn(() => {
      isLeaving = false
      for (const delivery of deliveries) delivery.retryNow()
    }),
  ]
  return {
    put(type, record) {
      outbox[type](record)
      if (!isLeaving) return
      const { id } = record.event
      if (latest) return void latest.push(id)
      latest = []
      handOver([id])
      queueMicrotask(() => {
        handOver(latest)
        latest = undefined
      })
    },
    stop() {
      for (const step of undo) step()
    },
  }
}
