import type { Stoppable } from '../core/host.ts'
import { atMost } from '../core/lib/atMost.ts'
import { createBell } from '../core/lib/bell.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createCourier, type CourierNeeds, type CourierOptions, type SentPart } from './courier.ts'
import { createDeliveryWindow } from './deliveryWindow.ts'
import type { Destination } from './destination.ts'
import { createExitTail } from './exitTail.ts'
import { createHandedOver } from './handedOver.ts'
import { outlivesPage } from './outlivesPage.ts'
import { createRetryPace } from './retryPace.ts'

/** How many events go into one batch. */
const BATCH_SIZE = 50
/** Among how many of the next events one is chosen to find out whether a destination that throws takes any other event. */
const PROBED_EVENTS = 1_000
/** How long an event waits for company, in milliseconds. */
const COMPANY_MS = 250
/** How long to wait while another tab delivers, in milliseconds, or when this page was about to be left: it may have stayed. */
const OTHER_TAB_MS = 1_000
/**
 * How long to wait for the answer to what an exit that was none has handed over, in milliseconds. After that it is doubtful
 * like what another page has handed over.
 */
const HANDED_OVER_MS = 5_000

export interface Delivery extends Stoppable {
  readonly name: string
  /** This event is on its way into the journal. */
  expect(event: StoredEvent): void
  /** The journal may have something to deliver: these have come to it. */
  wake(logged?: readonly StoredEvent[]): void
  /** The page or the network is back: do not sit out the time until the next try, unless the destination has asked for it. */
  hurry(): void
  /** Synchronously gives the browser the newest that fit: these alone, and only if no earlier one waits, where `latest` is given. */
  handOver(maxBytes: number, latest?: readonly object[]): void
  /** Tries these, which are not in the journal, at once. */
  retry(batch: readonly StoredEvent[]): Promise<readonly SentPart[]>
}

export interface DeliveryNeeds
  extends
    Omit<CourierNeeds, 'signal' | 'handedOver'>,
    Pick<Platform, 'clock' | 'random' | 'storage' | 'tabs' | 'transport'> {
  journal: Journal<EventDraft, StoredEvent>
  /** What the one tab that delivers holds. */
  lock: string
  /** The bookmark has moved on. */
  onAdvanced(): Promise<void>
  onPassed(events: readonly StoredEvent[]): void
  /** The destination has taken events for the first time in this page, and nothing more waits for it. */
  onWorking(): Promise<void>
  /** The destination will not take these. The bookmark moves on once this is done. */
  onRefused(events: readonly StoredEvent[], reason: string): Promise<void>
}

/** Carries the journal to one destination, in order, one tab at a time, for as long as the layer lives. */
export function startDelivery(destination: Destination, needs: DeliveryNeeds): Delivery {
  const { clock, lock, random, tabs, transport } = needs
  const { name, type } = destination
  const handedOver = type === 'in-page' ? createHandedOver(needs.storage, `handed-over:${lock}`) : undefined
  const unsettled = createDeliveryWindow(destination, { ...needs, handedOver })
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bell = createBell(signal)
  const tail = createExitTail(destination.sharesFlags)
  const { deliver, isUnderWay } = createCourier(destination, { ...needs, handedOver, signal })
  let handingOver: Promise<unknown> = Promise.resolve()
  const pace = createRetryPace({ clock, random, signal })
  let batchSize = BATCH_SIZE
  /** For this event the destination has thrown before it took another: it is at fault if it throws for it again. */
  let suspect: string | undefined
  let isWorking = false
  let isReported = false

  async function run() {
    while (!signal.aborted) {
      await bell.rung()
      if (type === 'acknowledging') await sleep(clock, COMPANY_MS, signal)
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
      needs.onFailed(error)
    }
  }

  /** Answers after how many milliseconds to come again, or a negative number when nothing is left. */
  async function deliverAlone(): Promise<number> {
    let again = OTHER_TAB_MS
    // Before the lock is taken: nobody else is to wait for our answer.
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
      const logged = tail.logged()
      const { events, isAtEnd } = await unsettled.read(batchSize + later.size)
      if (alone.aborted) return -1
      if (isAtEnd) {
        tail.remove(logged) // whatever of ours another tab has delivered
        const isFirst = isWorking && !isReported
        isReported ||= isWorking
        if (isFirst) await needs.onWorking()
        return -1
      }
      const batch = events.filter(({ id }) => !later.has(id)).slice(0, batchSize)
      if (batch.length === 0 && events.length > 0) return again
      const parts = batch.length > 0 ? await deliver(batch, optionsFor(batch, alone)) : []
      if (alone.aborted) return -1
      const wanted = await settle(parts, alone)
      const passed = await unsettled.advance()
      tail.remove(passed)
      if (passed.length > 0) await needs.onAdvanced()
      if (wanted.length === 0) continue
      again = pace.failed(wanted)
      if (wanted.length === parts.length) return again
      for (const part of wanted) for (const { id } of part.events) later.add(id)
    }
    return -1
  }

  /** Settles what it can of a batch that was sent. Returns the parts that are to be tried again after a wait. */
  async function settle(parts: readonly SentPart[], alone: AbortSignal): Promise<readonly SentPart[]> {
    const wanted: SentPart[] = []
    let size = Math.min(batchSize * 2, BATCH_SIZE) // what was too large may be so again
    for (const part of parts) {
      const { events, result } = part
      const { outcome } = result
      const [event] = events
      isWorking ||= outcome === 'delivered'
      if (outcome === 'delivered') unsettled.settle(events)
      else if (outcome === 'retry') wanted.push(part)
      // One event may be the reason: smaller batches find it, and the others are delivered.
      else if (events.length > 1) size = Math.min(size, Math.ceil(events.length / 2))
      else if (outcome === 'failed' && suspect !== event?.id) {
        if (event && (await takesAnother(event, alone))) {
          suspect = event.id
          size = 1
        } else wanted.push(part)
      } else {
        await needs.onRefused(events, outcome === 'too-large' ? 'too large' : result.reason)
        unsettled.settle(events)
      }
    }
    if (wanted.length < parts.length) pace.succeeded()
    if (wanted.length === 0) batchSize = size
    return wanted
  }

  /**
   * Whether a destination that has thrown for an event takes some other. If it does not, it is out of order, and its events are kept.
   * The other is chosen by chance: its neighbours may be of the same kind.
   */
  async function takesAnother({ id }: StoredEvent, alone: AbortSignal): Promise<boolean> {
    const others = (await unsettled.read(PROBED_EVENTS)).events.filter((event) => event.id !== id)
    const other = others[Math.floor(random.number() * others.length)]
    if (!other || alone.aborted) return false
    const [part] = await deliver([other], optionsFor([other], alone))
    if (part?.result.outcome !== 'delivered') return false
    unsettled.settle([other])
    return true
  }

  function optionsFor(batch: readonly StoredEvent[], alone: AbortSignal): CourierOptions {
    const keepalive = outlivesPage(batch, destination, transport)
    // What another page has left it may have handed over at its exit, and nobody has heard the answer.
    const doubtful = batch.filter((event) => !tail.has(event) || isUnderWay(event))
    return { signal: keepalive ? signal : alone, keepalive, doubtful }
  }

  async function send(events: readonly StoredEvent[]) {
    for (const { events: sent, result } of await deliver(events, { signal, keepalive: true })) {
      if (result.outcome !== 'delivered') continue
      tail.remove(sent)
      unsettled.settle(sent)
    }
  }

  void run()
  return {
    name,
    expect: (event) => void (type === 'acknowledging' && unsettled.isWanted(event) && tail.add(event)),
    wake(logged = []) {
      tail.note(logged)
      bell.ring()
    },
    hurry() {
      bell.ring()
      pace.hurry()
    },
    handOver(maxBytes, latest) {
      const events = tail.newest(maxBytes, (event) => !isUnderWay(event))
      if (latest && !events.every((event) => latest.includes(event))) return
      if (events.length > 0) handingOver = Promise.all([handingOver, send(events)])
    },
    retry: (batch) => deliver(batch, { signal, keepalive: false }),
    stop: () => lifetime.abort(),
  }
}
