import { atMost, createWakeUp } from '../core/lib/waits.ts'
import type { Stoppable } from '../core/host.ts'
import { type Backoff, createRetry } from '../core/lib/retry.ts'
import { sleep } from '../core/lib/time.ts'
import type { Platform } from '../core/ports/platform.ts'
import { isAccepted } from './acceptance.ts'
import { type AnsweredRecords, createBatches } from './batch.ts'
import { newestWithin } from './budget.ts'
import type { RunningDestination } from './destination.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import { type RefusedLimits, retryRefusedEvents } from './refusedEvents.ts'
import type { CompleteRecord } from './storedRecord.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** The number of events that are searched for those because of which a destination rejects batches. */
const SEARCHED_EVENTS = 1_000
/** After this many rejected batches in a row, the newest and the oldest events are tried in turn. */
const ISOLATING = 7
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
/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger batches would use up the bytes that
 * the whole page has for such requests, and the same number of bytes is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024

export interface Delivery extends Stoppable {
  /** Ends a wait because the page or the network is back. A wait that the destination has asked for is kept. */
  retryNow(): void
  /**
   * Synchronously hands the newest events that fit to the browser. With `latest`, only these events are handed over,
   * and only if no earlier event waits.
   */
  handOver(maxBytes: number, latest?: readonly string[]): void
  /** Sends the refused events again. Those that the destination now takes are done. */
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
  const { name, type, sharesFlags, compresses } = destination
  const lifetime = new AbortController()
  const { signal } = lifetime
  const wakeUp = createWakeUp(signal)
  const batches = createBatches(destination, needs)
  const maxSize = Math.min(destination.batchSize ?? BATCH_SIZE, BATCH_SIZE)
  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  let handingOver: Promise<unknown> = Promise.resolve()
  let size = maxSize
  /** The number of batches that the destination has taken. */
  let taken = 0
  /** The events for which the destination has thrown alone, and how many batches it had taken by then. */
  const suspects = new Map<string, number>()
  const refusedHere = new Set<string>()
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
      // A destination of the application may throw.
      await Promise.resolve(destination.whenReady?.(signal)).catch((error) => reports.failed(name, error))
      for (let delayMs = 0; delayMs >= 0 && !signal.aborted;) {
        await retry.wait(delayMs)
        delayMs = await deliverWithLock()
      }
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

  /**
   * A rejected batch is sent again in halves, until one event is alone. An event that is refused alone is refused. An
   * event for which the destination throws alone is a suspect: all others are tried before it. It is refused when the
   * destination throws for it again after it has taken others. Otherwise, the destination does not work at all.
   */
  async function deliverAll(lockSignal: AbortSignal): Promise<number> {
    /** The ids of events that the destination wants later, although it took other parts of their batches. */
    const postponed = new Set<string>()
    let delayMs = -1
    let rejections = 0
    let isFromEnd = false
    for (let isFirst = true; ; isFirst = false) {
      const { records, isAtEnd } = await next(
        rejections < ISOLATING ? size + postponed.size + suspects.size : SEARCHED_EVENTS,
      )
      if (lockSignal.aborted) return -1
      const left = records.filter(({ event }) => !postponed.has(event.id))
      // The first batch has the oldest events, suspects or not: the destination may work again.
      const others = isFirst ? left : left.filter(({ event }) => !suspects.has(event.id))
      const provable = left.filter(({ event }) => (suspects.get(event.id) ?? taken) < taken)
      const batch = others.length === 0 ? provable.slice(0, 1) : isFromEnd ? others.slice(-size) : others.slice(0, size)
      if (batch.length === 0 && left.length > 0) return retry.failed()
      if (batch.length === 0 && records.length > 0) return delayMs
      let isSettled = true
      if (batch.length > 0) {
        nextAt = clock.now() + BATCH_INTERVAL_MS
        const keepalive = outlivesPage(batch)
        const parts = await batches.deliver(batch, { signal: keepalive ? signal : lockSignal, keepalive })
        if (lockSignal.aborted) return -1
        const settled = await settle(parts)
        const { toRetry, isTaken } = settled
        rejections = isTaken ? 0 : rejections + 1
        isFromEnd = isTaken ? isFromEnd : rejections >= ISOLATING && !isFromEnd
        if (toRetry.length > 0) {
          delayMs = retry.failed(Math.max(...toRetry.map(retryAfterMs)))
          if (toRetry.length === parts.length) return delayMs
          for (const { records: later } of toRetry) for (const { event } of later) postponed.add(event.id)
          continue
        }
        if (rejections >= Math.max(MIN_REJECTIONS, REJECTIONS / 2 ** retry.failures)) return retry.failed()
        isSettled = settled.isSettled
      }
      if (!isAtEnd || !isSettled || batch.length < records.length) continue
      if (taken > 0 && !hasRetriedRefused) {
        // The destination works, and may have been repaired since earlier pages.
        hasRetriedRefused = true
        await retryRefused({ isWanted: (id) => !refusedHere.has(id), maxFailures: REJECTIONS })
      }
      return -1
    }
  }

  /**
   * Returns the next events that the destination accepts, and completes the others. A version of the application with
   * other settings may have stored an event for this destination.
   */
  async function next(limit: number): ReturnType<Outbox['next']> {
    const result = await outbox.next(name, limit)
    const unwanted = result.records.filter((record) => !isWanted(record))
    if (unwanted.length === 0) return result
    await outbox.done(name, unwanted)
    return next(limit)
  }

  const isWanted = ({ event }: CompleteRecord) => isAccepted(event, destination, reports)

  /** Settles as many parts of a sent batch as possible. Returns the parts that are to be tried again after a wait. */
  async function settle(parts: readonly AnsweredRecords[]) {
    const toRetry: AnsweredRecords[] = []
    const settled: Promise<void>[] = []
    let isTaken = false
    let nextSize = Math.min(size * 2, maxSize) // a size that was too large may be too large again
    for (const part of parts) {
      const { records, result } = part
      const { outcome } = result
      const id = records[0]?.event.id ?? ''
      if (outcome === 'retry') toRetry.push(part)
      else if (outcome === 'delivered') {
        isTaken = true
        taken += 1
        // If a suspect is taken, the destination did not work before.
        if (records.some(({ event }) => suspects.has(event.id))) suspects.clear()
        settled.push(outbox.done(name, records))
      } else if (records.length > 1) nextSize = Math.min(nextSize, Math.ceil(records.length / 2))
      else if (outcome === 'failed' && (suspects.get(id) ?? taken) >= taken) {
        if (suspects.size >= SEARCHED_EVENTS) suspects.clear()
        suspects.set(id, taken)
      } else settled.push(refuse(records, outcome === 'too-large' ? 'too large' : result.reason))
    }
    await Promise.all(settled)
    if (isTaken) retry.succeeded()
    if (toRetry.length === 0) size = isTaken ? nextSize : Math.min(nextSize, size)
    return { toRetry, isSettled: settled.length === parts.length, isTaken }
  }

  function refuse(records: readonly CompleteRecord[], reason: string) {
    for (const { event } of records) {
      suspects.delete(event.id)
      refusedHere.add(event.id)
    }
    reports.dropped(
      records.map(({ event }) => event),
      { where: name, reason: 'refused', message: refusedText(reason), isError: true },
    )
    return outbox.refuse(name, records, reason)
  }

  /** Whether the browser is to finish the request of this batch even if the page is gone. */
  function outlivesPage(batch: readonly CompleteRecord[]): boolean {
    const maxBytes = Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
    return !compresses && newestWithin(maxBytes, batch, { sharesFlags }).length === batch.length
  }

  async function send(records: readonly CompleteRecord[]) {
    for (const part of await batches.deliver(records, { signal, keepalive: true }))
      if (part.result.outcome === 'delivered') await outbox.done(name, part.records)
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
      const waiting = outbox.unsettled(name).filter((one) => !batches.isUnderWay(one.event.id) && isWanted(one))
      const records = newestWithin(maxBytes, waiting, { sharesFlags })
      if (latest && !records.every(({ event }) => latest.includes(event.id))) return
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

/**
 * How long the destination asks to be left alone, in milliseconds. A destination of the application may answer with any
 * value.
 */
const retryAfterMs = ({ result }: AnsweredRecords): number =>
  (result.outcome === 'retry' && Number(result.afterMs)) || 0

const refusedText = (reason: string) => `refused events (${reason}). They are kept: see telltale.refused. (T68)`
