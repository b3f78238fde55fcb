import type { Stoppable } from '../core/host.ts'
import { atMost } from '../core/lib/atMost.ts'
import { createWakeUp } from '../core/lib/wakeUp.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Platform } from '../core/ports/platform.ts'
import { isAccepted } from './acceptance.ts'
import { createBatchDelivery, reportFailure, type BatchOptions } from './deliverBatch.ts'
import type { Destination } from './destination.ts'
import { createDestinationQueue, type AnsweredPart } from './destinationQueue.ts'
import type { EventReports } from './eventReports.ts'
import type { Outbox } from './outbox.ts'
import { outlivesPage } from './outlivesPage.ts'
import { createRetryPace } from './retryPace.ts'
import type { CompleteRecord } from './storedRecord.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** Among how many of the next events one is chosen to find out whether a destination that throws takes any other event. */
const PROBED_EVENTS = 1_000
/** How long events are collected before they are sent in one batch, in milliseconds. */
const BATCH_WINDOW_MS = 250
/** How long to wait while another tab delivers, in milliseconds, or when this page was about to be left: it may have stayed. */
const OTHER_TAB_MS = 1_000
/** How long to wait for the answer to what an exit has handed over when the page stays open, in milliseconds, before it is sent again. */
const HANDED_OVER_MS = 5_000

export interface Delivery extends Stoppable {
  /** The page or the network is back: do not wait until the next try, unless the destination has asked for it. */
  retryNow(): void
  /** Synchronously gives the browser the newest that fit: these alone, and only if no earlier one waits, where `latest` is given. */
  handOver(maxBytes: number, latest?: readonly string[]): void
  /** Sends again what the destination has refused. What it takes now is done. */
  retryRefused(): Promise<void>
}

export interface DeliveryNeeds extends Pick<Platform, 'clock' | 'random' | 'tabs' | 'transport'> {
  outbox: Outbox
  /** What the one tab that delivers holds. */
  lock: string
  reports: EventReports
}

/** Carries the events of the outbox to one destination, oldest first, one tab at a time, for as long as the layer lives. */
export function startDelivery(destination: Destination, needs: DeliveryNeeds): Delivery {
  const { clock, lock, outbox, random, reports, tabs, transport } = needs
  const { name, type, sharesFlags } = destination
  const lifetime = new AbortController()
  const { signal } = lifetime
  const wakeUp = createWakeUp(signal)
  const batches = createBatchDelivery(destination, { clock, signal, reports, onSilent: () => void reportSilence() })
  const queue = createDestinationQueue(destination, { outbox, batches, reports, signal })
  const pace = createRetryPace({ clock, random, signal })
  let handingOver: Promise<unknown> = Promise.resolve()
  let batchSize = BATCH_SIZE
  /** For this event the destination has thrown before it took another: it is at fault if the destination throws for it again. */
  let suspect: string | undefined
  let isWorking = false
  let hasRetriedRefused = false

  async function run() {
    while (!signal.aborted) {
      await wakeUp.wait()
      if (type === 'acknowledging') await sleep(clock, BATCH_WINDOW_MS, signal)
      await untilReady()
      for (let again = 0; again >= 0 && !signal.aborted;) {
        await pace.wait(again)
        again = await deliverAlone()
      }
    }
  }

  async function untilReady() {
    try {
      await destination.whenReady?.(signal)
    } catch (error) {
      reportFailure(reports, name, error)
    }
  }

  /** Answers after how many milliseconds to come again, or a negative number when nothing is left. */
  async function deliverAlone(): Promise<number> {
    let again = OTHER_TAB_MS
    // Before the lock is taken: no other tab is to wait for an answer to this page.
    await atMost(clock, HANDED_OVER_MS, handingOver)
    await tabs.whileAlone(lock, signal, async (alone) => {
      const next = await deliverAll(alone)
      if (!alone.aborted) again = next
    })
    return again
  }

  async function deliverAll(alone: AbortSignal): Promise<number> {
    /** Parts of a batch that the destination wants later, while it took other parts. */
    const later = new Set<string>()
    let again = -1
    suspect = undefined
    while (!alone.aborted) {
      const { records, isAtEnd } = await queue.next(batchSize + later.size)
      if (alone.aborted) return -1
      const batch = records.filter(({ event }) => !later.has(event.id)).slice(0, batchSize)
      if (batch.length === 0 && records.length > 0) return again
      const parts = batch.length > 0 ? await queue.deliver(batch, optionsFor(batch, alone)) : []
      if (alone.aborted) return -1
      const { wanted, isSettled } = await settle(parts, alone)
      if (wanted.length === 0) {
        if (!isAtEnd || !isSettled || batch.length < records.length) continue
        await retryEarlierRefused()
        return -1
      }
      again = pace.failed(wanted)
      if (wanted.length === parts.length) return again
      for (const part of wanted) for (const { event } of part.records) later.add(event.id)
    }
    return -1
  }

  /** Settles what it can of a batch that was sent. Returns the parts that are to be tried again after a wait. */
  async function settle(parts: readonly AnsweredPart[], alone: AbortSignal) {
    const wanted: AnsweredPart[] = []
    const settled: Promise<void>[] = []
    let size = Math.min(batchSize * 2, BATCH_SIZE) // what was too large may be so again
    for (const part of parts) {
      const { records, result } = part
      const { outcome } = result
      const id = records[0]?.event.id
      isWorking ||= outcome === 'delivered'
      if (outcome === 'delivered') settled.push(outbox.done(name, records))
      else if (outcome === 'retry') wanted.push(part)
      // One event may be the reason: smaller batches find it, and the others are delivered.
      else if (records.length > 1) size = Math.min(size, Math.ceil(records.length / 2))
      else if (outcome === 'failed' && suspect !== id) {
        if (id !== undefined && (await takesAnother(id, alone))) {
          suspect = id
          size = 1
        } else wanted.push(part)
      } else settled.push(queue.refuse(records, outcome === 'too-large' ? 'too large' : result.reason))
    }
    await Promise.all(settled)
    if (wanted.length < parts.length) pace.succeeded()
    if (wanted.length === 0) batchSize = size
    return { wanted, isSettled: settled.length === parts.length }
  }

  /**
   * Whether a destination that has thrown for an event takes some other. If it does not, it is out of order, and its events are kept.
   * The other is chosen by chance: its neighbours may be of the same kind.
   */
  async function takesAnother(id: string, alone: AbortSignal): Promise<boolean> {
    const { records } = await queue.next(PROBED_EVENTS)
    const others = records.filter(({ event }) => event.id !== id)
    const other = others[Math.floor(random.number() * others.length)]
    if (!other || alone.aborted) return false
    const [part] = await queue.deliver([other], optionsFor([other], alone))
    if (part?.result.outcome !== 'delivered') return false
    await outbox.done(name, [other])
    return true
  }

  function optionsFor(batch: readonly CompleteRecord[], alone: AbortSignal): BatchOptions {
    const keepalive = outlivesPage(
      batch.map(({ event }) => event),
      destination,
      transport,
    )
    return { signal: keepalive ? signal : alone, keepalive }
  }

  async function send(records: readonly CompleteRecord[]) {
    for (const part of await queue.deliver(records, { signal, keepalive: true })) {
      if (part.result.outcome === 'delivered') await outbox.done(name, part.records)
    }
  }

  /** It works, and may have been mended since it refused these. */
  async function retryEarlierRefused() {
    if (!isWorking || hasRetriedRefused) return
    hasRetriedRefused = true
    await queue.retryRefused((id) => !queue.refusedHere.has(id))
  }

  async function reportSilence() {
    const { [name]: count = 0 } = await outbox.counts()
    if (count > 0) reports.silent(name, count) // otherwise another tab has delivered them
  }

  const unsubscribe = outbox.onChanged((changes) => {
    if (changes.some((change) => 'record' in change && change.record.todo.includes(name))) wakeUp.notify()
  })
  wakeUp.notify() // for what earlier pages have left
  void run()
  return {
    retryNow() {
      wakeUp.notify()
      pace.retryNow()
    },
    handOver(maxBytes, latest) {
      if (type === 'in-page') return // nobody could tell whether a script has taken it
      const isWanted = (event: CompleteRecord['event']) =>
        !batches.isUnderWay(event) && isAccepted(event, destination, reports)
      const records = outbox.unsettled.newest(name, { maxBytes, sharesFlags, isWanted })
      if (latest && !records.every(({ event }) => latest.includes(event.id))) return
      if (records.length > 0) handingOver = Promise.all([handingOver, send(records)])
    },
    retryRefused: () => queue.retryRefused(),
    stop() {
      unsubscribe()
      lifetime.abort()
    },
  }
}
