import type { Stoppable } from '../../core/host.ts'
import { atMost } from '../../core/lib/waits.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import { retryAfterMs } from './batch.ts'
import { newestWithin } from '../store/budget.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { createDeliverySchedule } from './deliverySchedule.ts'
import type { RunningDestination } from '../destinations/destination.ts'
import type { Outbox } from '../store/outbox.ts'
import { type RefusedLimits, retryRefusedEvents } from './refusedEvents.ts'
import { REJECTIONS } from './isolation.ts'
import { createSender } from './sender.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** When to try again while another tab delivers, or after a page that was about to be left has stayed, in milliseconds. */
const OTHER_TAB_MS = 1_000
/** How long a page that stays open waits for the answer to an exit before it sends the events again, in milliseconds. */
const HANDED_OVER_MS = 5_000

export interface Delivery extends Stoppable {
  /** Ends a wait because the page or the network is back. A wait that the destination has asked for is kept. */
  retryNow(): void
  /**
   * Synchronously hands the newest events that fit to the browser. `isExit` is false when the page was left before: a
   * destination that does not work is then left alone.
   */
  handOver(maxBytes: number, isExit: boolean): void
  /** Sends the refused events again. Those that the destination now takes are done. */
  retryRefused(): Promise<unknown>
}

export interface DeliveryNeeds extends Pick<LatePlatform, 'clock' | 'random' | 'tabs' | 'transport'> {
  outbox: Outbox
  /** The name of the lock that a tab holds while it delivers. */
  lock: string
  reports: DeliveryReports
}

/**
 * Delivers the events of the outbox to one destination, the oldest first, in one tab at a time; an exit needs no lock.
 * `deliverySchedule.ts` says when, `sender.ts` what.
 */
export function startDelivery(destination: RunningDestination, needs: DeliveryNeeds): Delivery {
  const { clock, lock, outbox, reports, tabs } = needs
  const { name, type, sharesFlags } = destination
  const lifetime = new AbortController()
  const { signal } = lifetime
  const maxSize = Math.min(destination.batchSize ?? BATCH_SIZE, BATCH_SIZE)
  const schedule = createDeliverySchedule({ ...needs, collects: type === 'acknowledging', signal })
  const { retry } = schedule
  const sender = createSender(destination, { ...needs, schedule, maxSize, signal, onWorking: retryEarlierRefused })
  const { batches } = sender
  let handingOver: Promise<unknown> = Promise.resolve()
  let hasRetriedRefused = false
  let retrying: Promise<unknown> | undefined

  // A destination of the application may throw.
  const whenReady = () => Promise.resolve(destination.whenReady?.(signal)).catch((error) => reports.failed(name, error))

  async function attempt(): Promise<number> {
    let delayMs = OTHER_TAB_MS
    // Wait before the lock is taken, so that no other tab has to wait for an answer to this page.
    await atMost(clock, HANDED_OVER_MS, handingOver)
    await tabs.whileAlone(lock, signal, async (lockSignal) => {
      const nextDelayMs = await sender.sendAll(lockSignal)
      if (!lockSignal.aborted) delayMs = nextDelayMs
    })
    const dueInMs = delayMs < 0 ? sender.dueInMs() : delayMs
    if (!signal.aborted)
      void reports.attempt(destination, { failures: retry.failures, dueInMs, ...sender.latest() }, outbox)
    return delayMs
  }

  /** Retries, once, events that were refused on earlier pages. */
  async function retryEarlierRefused() {
    if (hasRetriedRefused) return
    hasRetriedRefused = true
    await retryRefused({ isWanted: (id) => !sender.hasRefused(id), maxFailures: REJECTIONS })
  }

  /** One retry at a time, in all tabs: another one would send the same events. A second call waits for the first. */
  function retryRefused(limits?: RefusedLimits): Promise<unknown> {
    retrying ??= tabs
      .whileAlone(`${lock}:refused`, signal, (until) =>
        retryRefusedEvents(name, { outbox, batches, maxSize, until, ...limits }),
      )
      .finally(() => (retrying = undefined))
    return retrying
  }

  async function send(records: readonly CompleteRecord[]) {
    for (const part of await batches.deliver(records, { signal, keepalive: true })) {
      if (part.result.outcome === 'delivered') await outbox.done(name, part.records)
      else if (part.result.outcome === 'retry') retry.failed(retryAfterMs(part))
    }
  }

  const unsubscribe = outbox.onChanged((changes) => {
    if (changes.some((change) => 'record' in change && change.record.todo.includes(name))) schedule.wake()
  })
  schedule.wake() // for the events that earlier pages have left
  void schedule.run(whenReady, attempt)
  return {
    retryNow() {
      schedule.retryNow()
      sender.retryNow()
    },
    handOver(maxBytes, isExit) {
      // It cannot be found out whether a script took an event.
      if (type === 'in-page' || (retry.failures > 0 && !isExit)) return
      const wanted = sender.atExit(outbox.unsettled(name))
      const records = newestWithin(maxBytes, wanted, { sharesFlags, batchSize: destination.batchSize })
      // The request may be lost with the page. What arrives all the same is stored, whatever is told of it.
      const lost = outbox.unsettled(name).filter(({ event }) => outbox.isLost(event.id))
      if (lost.length > 0)
        reports.note(
          'not-stored',
          lost.map(({ event }) => event),
          [name],
        )
      if (records.length > 0) handingOver = Promise.all([handingOver, send(records)])
    },
    retryRefused: () => retryRefused(),
    stop() {
      unsubscribe()
      batches.stop()
      lifetime.abort()
    },
  }
}
