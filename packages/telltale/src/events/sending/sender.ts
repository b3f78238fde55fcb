import type { LatestAnswer } from '../../core/model/diagnostics.ts'
import { createRetry } from '../../core/lib/retry.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import { type AnsweredRecords, type Batches, createBatches, latestAnswer, retryAfterMs } from './batch.ts'
import { type Choice, createBatchChoice } from './batchChoice.ts'
import type { Transport } from '../../core/ports/transport.ts'
import { newestWithin } from '../store/budget.ts'
import { BACKOFF, type DeliverySchedule } from './deliverySchedule.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { isAccepted } from '../destinations/isAccepted.ts'
import type { RunningDestination } from '../destinations/destination.ts'
import type { Outbox } from '../store/outbox.ts'
import { createPostponed } from './postponed.ts'
import { createIsolation } from './isolation.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'

/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger batches would use up the bytes that
 * the whole page has for such requests, and the same number of bytes is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024

interface Needs extends Pick<LatePlatform, 'clock' | 'random' | 'transport'> {
  outbox: Outbox
  reports: DeliveryReports
  schedule: Pick<DeliverySchedule, 'retry' | 'wake' | 'batchStarts'>
  /** The most events in a batch. */
  maxSize: number
  /** Ends everything. */
  signal: AbortSignal
  /** Called after each turn in which the destination has taken events. It works, and may have been mended. */
  onWorking(): Promise<void>
}

/** What a destination gets, and what its answers mean for the events. */
export interface Sender {
  readonly batches: Batches
  /**
   * Delivers the events of the outbox, the oldest first, until none is left or the destination needs a pause.
   *
   * @param lockSignal aborts when another tab may deliver
   * @returns the time until the next attempt in milliseconds, or a negative number when no event is left
   */
  sendAll(lockSignal: AbortSignal): Promise<number>
  /** How long the events that were postponed still wait, in milliseconds, or a negative number when there are none. */
  dueInMs(): number
  /** What the destination has answered to the latest batch since the turn began. */
  latest(): LatestAnswer
  /** Which of these events go with the end of the page: an event that fails alone would make the others of its batch fail. */
  atExit(records: readonly CompleteRecord[]): readonly CompleteRecord[]
  /** Whether the destination has refused the event on this page. */
  hasRefused(id: string): boolean
  /** Events that were postponed are due now. */
  retryNow(): void
}

export function createSender(destination: RunningDestination, needs: Needs): Sender {
  const { clock, maxSize, outbox, random, reports, schedule, signal, transport } = needs
  const { retry } = schedule
  const { name } = destination
  const isolation = createIsolation(maxSize)
  const postponed = createPostponed({
    maxSize,
    retry: createRetry({ clock, random, backoff: BACKOFF, signal }),
    clock,
    onDue: schedule.wake,
  })
  const choice = createBatchChoice({ isolation, postponed, maxSize })
  // The destination is not silent if it takes other events.
  const silent: DeliveryReports['silent'] = (...about) => choice.takesOthers() || reports.silent(...about)
  const batches = createBatches(destination, { clock, outbox, reports: { ...reports, silent } })
  const refused = new Set<string>()
  let answered: readonly AnsweredRecords[] = []

  async function sendAll(lockSignal: AbortSignal): Promise<number> {
    let delayMs = -1
    answered = []
    isolation.start()
    for (;;) {
      const { records, isAtEnd } = await next(choice.limit())
      if (lockSignal.aborted) return -1
      const { batch, purpose } = choice.next(records)
      if (purpose === 'blocked') return retry.failed()
      if (batch.length === 0) break
      schedule.batchStarts()
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
    if (isolation.hasTaken()) await needs.onWorking()
    return delayMs
  }

  /**
   * Returns the next events that the destination accepts, and completes the others. A version of the application with
   * other settings may have stored an event for this destination.
   */
  async function next(limit: number): ReturnType<Outbox['next']> {
    const result = await outbox.next(name, limit)
    const unwanted = result.records.filter(({ event }) => !isAccepted(event, destination, reports))
    if (unwanted.length === 0) return result
    reports.note(
      'not-accepted',
      unwanted.map(({ event }) => event),
      [name],
    )
    await outbox.done(name, unwanted)
    return next(limit)
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
        isolation.take(records)
        settled.push(outbox.done(name, records))
      } else if (!only) rejectedSize = Math.max(rejectedSize, records.length)
      else if (isolation.isAtFault(only, outcome === 'failed'))
        settled.push(refuse(records, outcome === 'too-large' ? 'too large' : result.reason))
    }
    await Promise.all(settled)
    if (isTaken) retry.succeeded()
    const isPauseDue = toRetry.length < parts.length && isolation.end(isTaken, rejectedSize, retry.failures)
    return { toRetry, isTaken, isPauseDue, isSettled: settled.length === parts.length }
  }

  function refuse(records: readonly CompleteRecord[], reason: string) {
    for (const { event } of records) refused.add(event.id)
    reports.refused(name, records, reason)
    return outbox.refuse(name, records, reason)
  }

  return {
    batches,
    sendAll,
    dueInMs: postponed.dueInMs,
    latest: () => latestAnswer(answered),
    atExit(records) {
      const wanted = records.filter(
        ({ event }) =>
          !destination.isHeld?.(event) && !batches.isUnderWay(event.id) && isAccepted(event, destination, reports),
      )
      return choice.works() ? wanted.filter((one) => !postponed.isIsolated(one)) : wanted
    },
    hasRefused: (id) => refused.has(id),
    retryNow: postponed.retryNow,
  }
}

/** Whether the browser is to finish the request of this batch even if the page is gone. */
function outlivesPage(
  batch: readonly CompleteRecord[],
  { compresses, sharesFlags, batchSize }: Pick<RunningDestination, 'compresses' | 'sharesFlags' | 'batchSize'>,
  transport: Pick<Transport, 'keepaliveRoom'>,
): boolean {
  const maxBytes = Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
  return !compresses && newestWithin(maxBytes, batch, { sharesFlags, batchSize }).length === batch.length
}
