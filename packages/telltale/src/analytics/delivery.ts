import type { Stoppable } from '../core/host.ts'
import { backoffMs, type Backoff } from '../core/lib/backoffMs.ts'
import { attempt } from '../core/lib/attempt.ts'
import { atMost } from '../core/lib/atMost.ts'
import { createBell } from '../core/lib/bell.ts'
import { childController } from '../core/lib/childController.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { DeliveryOptions, DeliveryResult, Destination } from './destination.ts'
import { createExitTail } from './exitTail.ts'
import { createCourier, type CourierNeeds } from './courier.ts'
import { withFlags } from './flagSet.ts'
import { createScale } from './overBudget.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** How long an event waits for company, in milliseconds. */
const COMPANY_MS = 250
/** How long to wait while another tab delivers, in milliseconds: it takes ours along, or it will be gone. */
const OTHER_TAB_MS = 1_000
/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger ones would take up what the whole page has for
 * that, and as much is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024
/**
 * How long to wait for the answer to what an exit that was none has handed over, in milliseconds. After that it is doubtful
 * like what another page has handed over.
 */
const HANDED_OVER_MS = 5_000
/** Between tries of a batch that was not taken. */
const RETRY: Backoff = { firstMs: 1_000, maxMs: 60_000 }

export interface Delivery extends Stoppable {
  readonly name: string
  /** This event is on its way into the journal. */
  expect(event: StoredEvent): void
  /** The journal may have something to deliver: these have come to it. */
  wake(logged?: readonly StoredEvent[]): void
  /** The page or the network is back: do not sit out the time until the next try, unless the destination has asked for it. */
  hurry(): void
  /**
   * The page may be going away: synchronously gives the browser the newest that fit into so many bytes. The journal keeps
   * everything, so that a page that lives on, or the next one, delivers what did not arrive.
   */
  handOver(maxBytes: number): void
  /** Tries these, which are not in the journal, at once. */
  retry(batch: readonly StoredEvent[]): Promise<DeliveryResult>
}

export interface DeliveryNeeds extends CourierNeeds, Pick<Platform, 'clock' | 'random' | 'tabs' | 'transport'> {
  journal: Journal<EventDraft, StoredEvent>
  /** What the one tab that delivers holds. */
  lock: string
  /** The bookmark has moved on. */
  onAdvanced(): Promise<void>
  /** The destination will not take these. The bookmark moves on once this is done. */
  onRefused(events: readonly StoredEvent[], reason: string): Promise<void>
}

/** Carries the journal to one destination, in order, one tab at a time, for as long as the layer lives. */
export function startDelivery(destination: Destination, needs: DeliveryNeeds): Delivery {
  const { clock, journal, lock, random, tabs, transport } = needs
  const { name, type } = destination
  const isWanted = (event: StoredEvent) =>
    !destination.accepts ||
    attempt(
      () => destination.accepts?.(withFlags(event)) ?? true,
      (error) => {
        needs.onFailed(error)
        return true
      },
    )
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bell = createBell(signal)
  const tail = createExitTail()
  const courier = createCourier(destination, needs)
  const { isUnderWay } = courier
  /** Taken at an exit that was none. */
  const taken = new Set<string>()
  let handingOver: Promise<void> = Promise.resolve()
  let nap = new AbortController()
  let failures = 0
  /** Until when the destination wants to be left alone, in milliseconds since 1970. */
  let restUntil = 0
  let batchSize = BATCH_SIZE

  async function run() {
    while (!signal.aborted) {
      await bell.rung()
      if (type === 'acknowledging') await sleep(clock, COMPANY_MS, signal)
      await untilReady()
      for (let again = 0; again >= 0 && !signal.aborted;) {
        await takeNap(again)
        again = await deliverAlone()
      }
    }
  }

  async function untilReady() {
    try {
      await destination.whenReady?.(signal)
    } catch (error) {
      needs.onFailed(error)
    }
  }

  /** Answers after how many milliseconds to come again, or a negative number when nothing is left. */
  async function deliverAlone(): Promise<number> {
    let again = -1
    // Before the lock is taken: nobody else is to wait for our answer.
    await atMost(clock, HANDED_OVER_MS, handingOver)
    const wasAlone = await tabs.whileAlone(lock, signal, async (alone) => {
      again = await deliverAll(alone)
    })
    return wasAlone ? again : OTHER_TAB_MS
  }

  async function deliverAll(alone: AbortSignal): Promise<number> {
    for (;;) {
      const logged = tail.logged()
      const entries = await journal.read(name, batchSize)
      const last = entries.at(-1)
      if (alone.aborted) return -1
      if (!last) {
        tail.remove(logged) // whatever of ours another tab has delivered
        return -1
      }

      const events = entries.map(({ entry }) => entry)
      const batch = events.filter((event) => !taken.has(event.id) && isWanted(event))
      // What another page has left it may have handed over at its exit, and nobody has heard the answer.
      const doubtful = batch.filter((event) => !tail.has(event) || isUnderWay(event))
      const keepalive = outlivesPage(batch)
      const options = { signal: keepalive ? signal : alone, keepalive }
      const result = batch.length ? await deliver(batch, options, doubtful) : undefined
      if (alone.aborted) return -1
      // One event may be the reason: smaller batches find it, and the others are delivered.
      if ((result?.outcome === 'too-large' || result?.outcome === 'refused') && batch.length > 1) {
        batchSize = Math.ceil(batch.length / 2)
        continue
      }
      if (result?.outcome === 'retry') {
        failures += 1
        const afterMs = Number(result.afterMs) || 0 // whatever one of the application’s own says
        restUntil = afterMs && clock.now() + afterMs
        return Math.max(afterMs, backoffMs(failures, RETRY, random.number()))
      }
      if (result?.outcome === 'refused') await needs.onRefused(batch, result.reason)
      if (result?.outcome === 'too-large') await needs.onRefused(batch, 'too large')
      failures = 0
      batchSize = Math.min(batchSize * 2, BATCH_SIZE) // what was too large may be so again
      tail.remove(events)
      for (const { id } of events) taken.delete(id)
      await journal.advance(name, last.position)
      await needs.onAdvanced()
    }
  }

  /** The destination gets complete events. */
  function deliver(
    batch: readonly StoredEvent[],
    options: Pick<DeliveryOptions, 'signal' | 'keepalive'>,
    doubtful: readonly StoredEvent[] = [],
  ): Promise<DeliveryResult> {
    const stored = new Map(batch.map((event) => [event.id, event]))
    const isDoubtful = new Set(doubtful.map(({ id }) => id))
    const events = batch.map(withFlags)
    return courier.deliver(events, {
      ...options,
      doubtful: events.filter(({ id }) => isDoubtful.has(id)),
      flagSetOf: ({ id }) => stored.get(id)?.flagSet,
    })
  }

  function outlivesPage(batch: readonly StoredEvent[]): boolean {
    if (destination.compresses) return false
    const bytesOf = createScale(destination.sharesFlags === true)
    const bytes = batch.reduce((sum, event) => sum + bytesOf(event), 0)
    return bytes < Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
  }

  async function takeNap(ms: number) {
    if (ms === 0) return
    nap = childController(signal)
    await sleep(clock, ms, nap.signal)
    nap.abort()
  }

  async function send(events: readonly StoredEvent[]) {
    const result = await deliver(events, { signal, keepalive: true })
    if (result.outcome !== 'delivered') return
    tail.remove(events)
    for (const { id } of events) taken.add(id)
  }

  void run()
  return {
    name,
    expect: (event) => void (type === 'acknowledging' && isWanted(event) && tail.add(event)),
    wake(logged = []) {
      tail.note(logged)
      bell.ring()
    },
    hurry() {
      bell.ring()
      if (clock.now() >= restUntil) nap.abort()
    },
    handOver(maxBytes) {
      const bytesOf = createScale(destination.sharesFlags === true)
      const events = tail.newest(maxBytes, (event) => !isUnderWay(event), bytesOf)
      if (events.length > 0) handingOver = send(events)
    },
    retry: (batch) => deliver(batch, { signal, keepalive: false }),
    stop: () => lifetime.abort(),
  }
}
