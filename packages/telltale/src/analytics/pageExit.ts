import type { Platform } from '../core/ports/platform.ts'
import type { Stoppable } from '../core/host.ts'
import type { Delivery } from './delivery.ts'
import type { EventWrite } from './eventWrite.ts'
import type { EventWriter } from './eventWriter.ts'

/**
 * What an exit leaves free of the bytes that all keepalive requests of the page share: for the envelope around the events, and
 * for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

export interface PageExit extends Stoppable {
  /** Writes it, and sends it at once while the page is hidden or left. */
  write(write: EventWrite): void
}

interface Needs extends Pick<Platform, 'page' | 'transport'> {
  writer: EventWriter
  deliveries: readonly Delivery[]
}

/**
 * Stores and sends what the page still has when it is hidden, which may be its last moment. Exit listeners of the application run
 * after this one: so what is tracked from then on is sent at once, until the page is looked at again.
 */
export function startPageExit({ page, transport, writer, deliveries }: Needs): PageExit {
  let isLeaving = false
  /** What the task that is running has tracked meanwhile, after the first: it is handed over together. */
  let latest: object[] | undefined

  function handOver(items?: readonly object[]) {
    writer.hurry()
    // Each takes of what the one before has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, items)
  }

  const undo = [
    page.onMayExit(() => {
      isLeaving = true
      handOver()
    }),
    page.onReturn(() => {
      isLeaving = false
      for (const delivery of deliveries) delivery.hurry()
    }),
  ]
  return {
    write(write) {
      writer.write(write)
      if (!isLeaving) return
      if (latest) return void latest.push(write.item)
      latest = []
      handOver([write.item])
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
