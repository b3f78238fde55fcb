import type { Stoppable } from '../core/host.ts'
import { type Backoff, createRetry } from '../core/lib/retry.ts'
import { sleep } from '../core/lib/time.ts'
import { atMost, createWakeUp } from '../core/lib/waits.ts'
import type { Platform } from '../core/ports/platform.ts'
import { latestAnswer } from './attempts.ts'
import { type AnsweredRecords, createBatches, retryAfterMs } from './batch.ts'
import { type Choice, createBatchChoice } from './batchChoice.ts'
import { newestWithin, outlivesPage } from './budget.ts'
import { type DeliveryReports, isAccepted } from './deliveryReports.ts'
import type { RunningDestination } from './destination.ts'
import type { Outbox } from './outbox.ts'
import { createPostponed } from './postponed.ts'
import { type RefusedLimits, retryRefusedEvents } from './refusedEvents.ts'
import { createSearch, REJECTIONS } from './search.ts'
import type { CompleteRecord } from './storedRecord.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** The delays between attempts to deliver events that were not taken. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000 }
/** How long events are collected before they are sent in one batch, in milliseconds. */
const BATCH_WINDOW_MS = 250
/** The least time between two batches of new events, in milliseconds. The batches of a backlog follow each other at once. */
const BATCH_INTERVAL_MS = 1_000
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

export interface DeliveryNeeds extends Pick<Platform, 'clock' | 'random' | 'tabs' | 'transport'> {
  outbox: Outbox
  /** The name of the lock that a tab holds while it delivers. */
  lock: string
  reports: DeliveryReports
}

/** Delivers the events of the outbox to one destination, the oldest first, in one tab at a time; an exit needs no lock. */
export function startDelivery(destination: RunningDestination, needs: DeliveryNeeds): Delivery {
  const { clock, lock, outbox, random, reports, tabs, transport } = needs
  const { name, type, sharesFlags } = destination
  const lifetime = new AbortController()
  const { signal } = lifetime
  const wakeUp = createWakeUp(signal)
  const maxSize = Math.min(destination.batchSize ?? BATCH_SIZE, BATCH_SIZE)
  const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
  let handingOver: Promise<unknown> = Promise.resolve()
  const search = createSearch(maxSize)
  const postponed = createPostponed({
    maxSize,
    retry: createRetry({ clock, random, backoff: BACKOFF, signal }),
    clock,
    onDue: wakeUp.notify,
  })
  const choice = createBatchChoice({ search, postponed, maxSize })
  // The destination is not silent if it takes other events.
  const silent: DeliveryReports['silent'] = (...about) => choice.takesOthers() || reports.silent(...about)
  const batches = createBatches(destination, { ...needs, reports: { ...reports, silent } })
  const refusedHere = new Set<string>()
  let hasRetriedRefused = false
  let retrying: Promise<unknown> | undefined
  let nextAt = 0
  /** The answers to the latest batch since the lock was taken. */
  let answered: readonly AnsweredRecords[] = []

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
    const dueInMs = delayMs < 0 ? postponed.dueInMs() : delayMs
    if (!signal.aborted)
      void reports.attempt(name, { failures: retry.failures, dueInMs, ...latestAnswer(answered) }, outbox)
    return delayMs
  }

  async function deliverAll(lockSignal: AbortSignal): Promise<number> {
    let delayMs = -1
    answered = []
    search.start()
    for (;;) {
      const { records, isAtEnd } = await next(choice.limit())
      if (lockSignal.aborted) return -1
      const { batch, purpose } = choice.next(records)
      if (purpose === 'blocked') return retry.failed()
      if (batch.length === 0) break
      nextAt = clock.now() + BATCH_INTERVAL_MS
      const keepalive = outlivesPage(batch, destination, transport)
      const parts = await batches.deliver(batch, { signal: keepalive ? signal : lockSignal, keepalive })
      if (lockSignal.aborted) return -1
      answered = parts
      const { toRetry, isTaken, isPauseDue, isSettled } = await recordResults(parts, purpose)
      const isRetried = toRetry.length > 0
      const hasFailed = choice.hasFailed(purpose, { isTaken, isRetried })
      const afterMs = Math.max(0, ...toRetry.map(retryAfterMs))
      if (hasFailed || isPauseDue) return retry.failed(afterMs)
      if (isSettled && isAtEnd && batch.length === records.length) break
      if (!isRetried) continue
      void postponed.rest(afterMs)
      if (purpose === 'again' && batch.length === 1) reports.failsAlone(name)
      if (afterMs === 0) continue
      retry.succeeded() // it works, so only the time that it asks for counts
      delayMs = retry.failed(afterMs)
      if (!isTaken) return delayMs
    }
    await retryEarlierRefused()
    return delayMs
  }

  /** Retries, once, events that were refused on earlier pages. The destination works, and may have been repaired. */
  async function retryEarlierRefused() {
    if (!search.hasTaken() || hasRetriedRefused) return
    hasRetriedRefused = true
    await retryRefused({ isWanted: (id) => !refusedHere.has(id), maxFailures: REJECTIONS })
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

  function isWanted({ event }: CompleteRecord) {
    return isAccepted(event, destination, reports)
  }

  /** Settles as many parts of a sent batch as possible. `toRetry` are the parts that are to be tried again after a wait. */
  async function recordResults(parts: readonly AnsweredRecords[], purpose: Choice['purpose']) {
    const toRetry: AnsweredRecords[] = []
    const settled: Promise<void>[] = []
    let isTaken = false
    let rejectedSize = 0
    for (const part of parts) {
      const { records, result } = part
      const { outcome } = result
      const [only] = records.length === 1 ? records : []
      if (outcome === 'retry') {
        toRetry.push(part)
        if (purpose !== 'probe') postponed.add(records, choice.works())
        continue
      }
      postponed.remove(records)
      if (outcome === 'delivered') {
        isTaken = true
        search.take(records)
        settled.push(outbox.done(name, records))
      } else if (!only) rejectedSize = Math.max(rejectedSize, records.length)
      else if (search.isAtFault(only, outcome === 'failed'))
        settled.push(refuse(records, outcome === 'too-large' ? 'too large' : result.reason))
    }
    await Promise.all(settled)
    if (isTaken) retry.succeeded()
    const isPauseDue = toRetry.length < parts.length && search.end(isTaken, rejectedSize, retry.failures)
    return { toRetry, isTaken, isPauseDue, isSettled: settled.length === parts.length }
  }

  function refuse(records: readonly CompleteRecord[], reason: string) {
    for (const { event } of records) refusedHere.add(event.id)
    reports.refused(name, records, reason)
    return outbox.refuse(name, records, reason)
  }

  async function send(records: readonly CompleteRecord[]) {
    for (const part of await batches.deliver(records, { signal, keepalive: true })) {
      if (part.result.outcome === 'delivered') await outbox.done(name, part.records)
      else if (part.result.outcome === 'retry') retry.failed(retryAfterMs(part))
    }
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
      postponed.retryNow()
    },
    handOver(maxBytes, isExit) {
      // It cannot be found out whether a script took an event.
      if (type === 'in-page' || (retry.failures > 0 && !isExit)) return
      const waiting = outbox.unsettled(name).filter((one) => !batches.isUnderWay(one.event.id) && isWanted(one))
      // An event that fails alone would make the others of its batch fail.
      const sent = choice.works() ? waiting.filter((one) => !postponed.isSuspect(one)) : waiting
      const records = newestWithin(maxBytes, sent, { sharesFlags })
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
