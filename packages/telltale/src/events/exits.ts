import type { Transport } from '../core/ports/transport.ts'
import type { Delivery } from './delivery.ts'
import type { Outbox } from './outbox.ts'

/**
 * What an exit leaves free of the bytes that all keepalive requests of the page share: for the envelope around the events, and
 * for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

interface Needs {
  transport: Transport
  outbox: Pick<Outbox, 'flush'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
}

/** What happens as the page is hidden or left, which may be the end of it: nothing that is asked may be answered any more. */
export function createExits({ transport, outbox, deliveries }: Needs) {
  /** The page is hidden, or left. What is tracked from now on, as in exit listeners of the application, may be its last. */
  let isLeaving = false
  /** What was tracked meanwhile by the task that is running, after the first: it is handed over together. */
  let latest: string[] | undefined

  function handOver(ids?: readonly string[]) {
    outbox.flush()
    // Each takes of what the one before has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, ids)
  }

  return {
    leave() {
      isLeaving = true
      handOver()
    },
    comeBack() {
      isLeaving = false
      for (const delivery of deliveries) delivery.retryNow()
    },
    /** An event that is tracked while the page is hidden or left is handed over at once. */
    handOverLatest(id: string) {
      if (!isLeaving) return
      if (latest) return void latest.push(id)
      latest = []
      handOver([id])
      queueMicrotask(() => {
        handOver(latest)
        latest = undefined
      })
    },
  }
}
