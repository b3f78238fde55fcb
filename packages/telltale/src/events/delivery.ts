import { atMost, createWakeUp } from '../core/lib/waits.ts'
import type { Stoppable } from '../core/host.ts'
import { type Backoff, createRetry } from '../core/lib/retry.ts'
import { sleep } from '../core/lib/time.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Transport } from '../core/ports/transport.ts'
import { isAccepted } from './acceptance.ts'
import { type BatchOptions, createBatchDelivery } from './deliverBatch.ts'
import type { Destination, RunningDestination } from './destination.ts'
import { type AnsweredRecords, createDestinationQueue, type RefusedRetry, retryAfterMs } from './destinationQueue.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import { newestWithin } from './budget.ts'
import type { CompleteRecord } from './storedRecord.ts'
import { createSuspects } from './suspects.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** The number of events that are searched for those because of which a destination rejects batches. */
const SEARCHED_EVENTS = 1_000
/**
 * How many batches in a row a destination may reject before there is a pause, so that a collector with a faulty release
 * does not get two requests for each event. Half as many after each pause.
 */
const REJECTIONS = 16
const MIN_REJECTIONS = 2
/** The delays between attempts to deliver events that were not taken. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000 }
/** How long events are collected before they are sent in one batch, in milliseconds. */
const BATCH_WINDOW_MS = 250
/** The least time between two batches while events keep coming, in milliseconds. A clock that is set back adds no more. */
const BATCH_INTERVAL_MS = 1_000
/** How long to wait while another tab delivers, or when this page was about to be left but may stay, in milliseconds. */
const OTHER_TAB_MS = 1_000
/** How long a page that stays open waits for the answer to an exit before it sends the events again, in milliseconds. */
const HANDED_OVER_MS = 5_000

export interface Delivery extends Stoppable {
  /** Ends a wait because the page or the network is back. A wait that the destination has asked for is kept. */
  retryNow(): void
  /**
   * Synchronously hands the newest events that fit to the browser. With `latest`, only these events are handed over,
   * and only if no earlier event waits.
   */
  handOver(maxBytes: number, latest?: readonly string[]): void
  /** Sends the refused events again. Those that the destination now takes are done. A second call waits for the first. */
  retryRefused(): Promise<unknown>
}

export interface DeliveryNeeds extends Pick<Platform, 'clock' | 'random' | 'tabs' | 'transport'> {
  outbox: Outbox
  /** The name of the lock that a tab holds while it delivers. */
  lock: string
  reports: DeliveryReports
}

/** Delivers the events of the outbox to one destination, oldest first, in one tab at a time, until the layer stops. */
export function startDelivery(destination: RunningDestination, needs: DeliveryNeeds): Delivery {
  const { clock, lock, outbox, random, reports, tabs, transport } = needs
  const { name, type, sharesFlags } = destination
  const lifetime = new AbortController()
  const { signal } = lifetime
  const wakeUp = createWakeUp(signal)
  const batches = createBatchDelivery(destination, { clock, signal, reports, onSilent: () => void reportSilence() })
  const maxBatchSize = Math.min(destination.batchSize ?? BATCH_SIZE, BATCH_SIZE)
  const queue = createDestinationQueue(destination, { outbox, batches, reports, maxBatchSize })
  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  let handingOver: Promise<unknown> = Promise.resolve()
  let batchSize = maxBatchSize
  const suspects = createSuspects()
  let isWorking = false
  let hasRetriedRefused = false
  let retrying: Promise<unknown> | undefined
  let nextAt = 0

  async function run() {
    while (!signal.aborted) {
      await wakeUp.wait()
      if (type === 'acknowledging') {
        const restMs = Math.min(BATCH_INTERVAL_MS, nextAt - clock.now())
        await sleep(clock, Math.max(BATCH_WINDOW_MS, restMs), signal)
      }
      await untilReady()
      for (let delayMs = 0; delayMs >= 0 && !signal.aborted;) {
        await retry.wait(delayMs)
        delayMs = await deliverWithLock()
      }
    }
  }

  async function untilReady() {
    try {
      await destination.whenReady?.(signal)
    } catch (error) {
      reports.failed(name, error)
    }
  }

  /** Returns the time until the next attempt in milliseconds, or a negative number when no event is left. */
  async function deliverWithLock(): Promise<number> {
    let delayMs = OTHER_TAB_MS
    // Wait before the lock is taken, so that no other tab has to wait for an answer to this page.
    await atMost(clock, HANDED_OVER_MS, handingOver)
    await tabs.whileAlone(lock, signal, async (lockSignal) => {
      const nextDelayMs = await deliverAll(lockSignal)
      if (!lockSignal.aborted) delayMs = nextDelayMs
    })
    return delayMs
  }

  async function deliverAll(lockSignal: AbortSignal): Promise<number> {
    /** The ids of events that the destination wants later, although it took other parts of their batches. */
    const postponed = new Set<string>()
    let delayMs = -1
    let rejections = 0
    while (!lockSignal.aborted) {
      const isSearching = rejections > 0 && suspects.size() > 0
      const { records, isAtEnd } = await queue.next(isSearching ? SEARCHED_EVENTS : batchSize + postponed.size)
      if (lockSignal.aborted) return -1
      const left = records.filter(({ event }) => !postponed.has(event.id))
      const batch = isSearching ? suspects.next(left, batchSize) : left.slice(0, batchSize)
      if (batch.length === 0 && records.length > 0) return left.length > 0 ? retry.failed() : delayMs
      let parts: readonly AnsweredRecords[] = []
      if (batch.length > 0) {
        nextAt = clock.now() + BATCH_INTERVAL_MS
        parts = await queue.deliver(batch, optionsFor(batch, lockSignal))
      }
      if (lockSignal.aborted) return -1
      const { toRetry, isSettled, isTaken } = await settle(parts)
      rejections = isTaken ? 0 : rejections + 1
      if (toRetry.length === 0) {
        if (rejections >= Math.max(MIN_REJECTIONS, REJECTIONS >> retry.failures)) return retry.failed()
        if (!isAtEnd || !isSettled || batch.length < records.length) continue
        await retryEarlierRefused()
        return -1
      }
      delayMs = retry.failed(Math.max(...toRetry.map(retryAfterMs)))
      if (toRetry.length === parts.length) return delayMs
      for (const part of toRetry) for (const { event } of part.records) postponed.add(event.id)
    }
    return -1
  }

  /** Settles as many parts of a sent batch as possible. Returns the parts that are to be tried again after a wait. */
  async function settle(parts: readonly AnsweredRecords[]) {
    const toRetry: AnsweredRecords[] = []
    const settled: Promise<void>[] = []
    let isTaken = false
    let size = Math.min(batchSize * 2, maxBatchSize) // a size that was too large may be too large again
    for (const part of parts) {
      const { records, result } = part
      const { outcome } = result
      const [first, ...others] = records
      if (outcome === 'delivered') {
        isTaken = isWorking = true
        suspects.take(records)
        settled.push(outbox.done(name, records))
      } else if (outcome === 'retry') toRetry.push(part)
      else if (outcome === 'too-large' && others.length > 0) size = Math.min(size, Math.ceil(records.length / 2))
      else if (others.length > 0 || (outcome === 'failed' && first && !suspects.isProven(first)))
        suspects.reject(records)
      else {
        suspects.remove(records)
        settled.push(queue.refuse(records, outcome === 'too-large' ? 'too large' : result.reason))
      }
    }
    await Promise.all(settled)
    if (isTaken) retry.succeeded()
    if (toRetry.length === 0) batchSize = size
    return { toRetry, isSettled: settled.length === parts.length, isTaken }
  }

  function optionsFor(batch: readonly CompleteRecord[], lockSignal: AbortSignal): BatchOptions {
    const keepalive = outlivesPage(batch, destination, transport)
    return { signal: keepalive ? signal : lockSignal, keepalive }
  }

  async function send(records: readonly CompleteRecord[]) {
    for (const part of await queue.deliver(records, { signal, keepalive: true })) {
      if (part.result.outcome === 'delivered') await outbox.done(name, part.records)
    }
  }

  /** Retries, once, events that were refused on earlier pages. The destination works, and may have been repaired. */
  async function retryEarlierRefused() {
    if (!isWorking || hasRetriedRefused) return
    hasRetriedRefused = true
    await retryRefused({ isWanted: (id) => !queue.refusedHere.has(id), maxFailures: REJECTIONS })
  }

  /** One retry at a time, in all tabs: another one would send the same events. */
  function retryRefused(options?: Omit<RefusedRetry, 'until'>): Promise<unknown> {
    retrying ??= tabs
      .whileAlone(`${lock}:refused`, signal, (until) => queue.retryRefused({ ...options, until }))
      .finally(() => (retrying = undefined))
    return retrying
  }

  async function reportSilence() {
    const { [name]: count = 0 } = await outbox.counts()
    if (count > 0) reports.silent(name, count) // a count of 0 means that another tab has delivered the events
  }

  const unsubscribe = outbox.onChanged((changes) => {
    if (changes.some((change) => 'record' in change && change.record.todo.includes(name))) wakeUp.notify()
  })
  wakeUp.notify() // for the events that earlier pages have left
  void run()
  return {
    retryNow() {
      wakeUp.notify()
      retry.retryNow()
    },
    handOver(maxBytes, latest) {
      if (type === 'in-page') return // it cannot be found out whether a script took an event
      const isWanted = (event: CompleteRecord['event']) =>
        !batches.isUnderWay(event) && isAccepted(event, destination, reports)
      const records = outbox.unsettled.newest(name, { maxBytes, sharesFlags, isWanted })
      if (latest && !records.every(({ event }) => latest.includes(event.id))) return
      if (records.length > 0) handingOver = Promise.all([handingOver, send(records)])
    },
    retryRefused: () => retryRefused(),
    stop() {
      unsubscribe()
      lifetime.abort()
    },
  }
}

/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger batches would use up the bytes that
 * the whole page has for such requests, and the same number of bytes is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024

/** Whether the browser is to finish the request of this batch even if the page is gone. */
function outlivesPage(
  batch: readonly CompleteRecord[],
  { compresses, sharesFlags }: Destination,
  transport: Transport,
): boolean {
  if (compresses) return false
  const maxBytes = Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
  return newestWithin(maxBytes, batch, { sharesFlags }).length === batch.length
}
