import type { Host, Stoppable } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable, Watchable } from '../core/lib/readable.ts'
import { sleep } from '../core/lib/time.ts'
import { CHECK_FILES, loadLater, type Load } from '../core/loadLater.ts'
import type { EventCounts, FlushOptions, FlushResult } from '../core/model/diagnostics.ts'
import type { EventDraft, TrackOptions } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { atLevel } from '../core/model/promotion.ts'
import type { RecordOwn } from '../core/observer.ts'
import type { Redacted } from '../core/stepHost.ts'
import type { Step } from '../core/step.ts'
import { PENDING } from '../core/ports/eventStore.ts'
import type { DestinationPart } from './destinations/destination.ts'
import { createDrafts } from './recording/drafts.ts'
import { eventReports } from './reports/eventReports.ts'
import { createInMemoryRecords } from './store/inMemoryRecords.ts'
import { createOwnCopies } from './store/ownCopies.ts'
import { announceLoad } from './recording/loadEvent.ts'
import { createRecorder } from './recording/recorder.ts'
import { screenStep } from './recording/screen.ts'
import type { RefusedApi } from './sending/refusedEvents.ts'
import type { Deliveries, DeliveriesNeeds } from './startDeliveries.ts'
import { storeName } from './store/storeName.ts'

export interface EventsApi {
  /** The names of the destinations. */
  readonly destinations: readonly string[]
  /** Records an event of a step. */
  record: RecordOwn
  /** Tracks the load event when the user is known, until the returned function is called. Steps add to it: start them before. */
  announce(): Unsubscribe
  /**
   * Records that something happened. Never throws and never waits. The event is stored before the call returns if the
   * browser has room, gets the identity and the flags of this moment, and is delivered to every destination that accepts
   * it, over reloads and lost networks. The name must be a string that is not blank: otherwise the call is reported and ignored.
   *
   * @returns the id of the event, or `undefined` if the call was ignored
   */
  track(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): string | undefined
  readonly refused: RefusedApi
  /** Counts the events that wait, and the events that were refused. */
  counts(): Promise<EventCounts>
  /**
   * Delivers what waits now, for example before the application takes the user to another site. A destination that asks to be left
   * alone is left alone. Never rejects.
   */
  flush(options?: FlushOptions): Promise<FlushResult>
}

/** How long `flush` waits by default, in milliseconds. */
const FLUSH_MS = 5_000
/** The longest time of a timer in a browser. */
const MAX_FLUSH_MS = 2 ** 31 - 1

export interface EventsNeeds {
  /** Who is on the screen. */
  shown: Readable<Identity>
  flags: Watchable<FlagsInForce>
  destinations: readonly DestinationPart[]
  /** Whether the application uses a customer-messaging widget. */
  hasMessaging: boolean
  /** How long an event waits for flags, in milliseconds. Without a value there is no limit. */
  flagsDeadlineMs?: number | undefined
  /** The number of bytes that may wait for delivery. */
  maxBytes: number
  /** The steps of the application, in order. */
  steps: readonly Step[]
  /** Nothing else of an event is stored, or leaves the page. */
  redacted: Redacted
  loadDeliveries: LoadDeliveries
}

/**
 * The path of an event: `track` → draft, which steps enrich → recorder → steps that process it → outbox → delivery → destination. What follows the recorder is loaded
 * later, by `startDeliveries`. Until then, records wait in memory and in `localStorage`.
 *
 * @throws when two destinations have the same name, or when an address differs by a level that is not set
 */
export function createEvents(needs: EventsNeeds, host: Host): EventsApi & Stoppable {
  const { flags, destinations, hasMessaging, flagsDeadlineMs, maxBytes, redacted } = needs
  const { platform, identity, questions, app } = host
  const lifetime = new AbortController()
  const { signal } = lifetime
  const reports = eventReports(host)
  const names = destinations.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  // They would share their tasks, and one of them would get no events.
  if (duplicate !== undefined)
    throw new Error(`Telltale cannot start. Two destinations are called "${duplicate}". (T27)`)
  const addresses = destinations.flatMap(({ http }) => (http ? atLevel(http.url, app.promotion) : []))
  /** Those whose code is loaded already. */
  const started = new Map(destinations.flatMap(({ name, start }) => (start ? [[name, start(host)] as const] : [])))
  const steps = [screenStep(platform.page), ...needs.steps]
  const drafts = createDrafts(host, { hasMessaging, destinations: names, steps, redacted })
  const store = storeName(app.space, addresses)
  const ownCopies = createOwnCopies({ ...platform, store, page: questions.page })
  const inMemory = createInMemoryRecords(ownCopies, reports)
  // Listens from the start, so that events come before flag events and before the application's own listeners, whenever the lazy
  // chunk arrives.
  const exits = createListeners<[boolean]>()
  const stopListening = platform.page.onMayExit(exits.notify)
  const recorder = createRecorder({
    inMemory,
    shown: needs.shown,
    identity,
    questions,
    flags,
    flagsDeadlineMs,
    redacted,
  })
  /** How many events this page has taken. */
  let count = 0
  let deliveries: Deliveries | undefined
  /** What happens on a page that is prerendered is recorded when the page is shown, with its own time. */
  const take = (draft: EventDraft) => platform.page.whenShown(() => takeNow(draft))
  const recordOwn: RecordOwn = (...given) => {
    const draft = signal.aborted ? undefined : drafts.ofOwn(...given)
    if (draft) take(draft)
    return draft?.id
  }
  const loaded = new Promise<Deliveries>((resolve) => {
    loadLater({ ...host, signal, load: needs.loadDeliveries, where: 'delivery', missing: MISSING }, (start) => {
      const settings = {
        parts: destinations,
        steps,
        redacted,
        flagsDeadlineMs,
        maxBytes,
        last: () => count,
        record: recordOwn,
      }
      deliveries = start({ ...settings, started, recorder, inMemory, ownCopies, onMayExit: exits.add }, host)
      resolve(deliveries)
    })
  })

  function takeNow(unnumbered: EventDraft) {
    // The load event may never be taken, so that a draft has its number only now.
    const draft = Object.assign(unnumbered, { n: (count += 1) })
    reports.progress('happened', draft)
    const record = recorder.record(draft)
    if (record.todo.includes(PENDING)) {
      reports.progress(PENDING, draft)
      deliveries?.watch(record.event)
    }
    inMemory.add(record)
  }

  return {
    destinations: names,
    record: recordOwn,
    announce: () => announceLoad(host, drafts, take),
    track(name, properties, options) {
      const draft = signal.aborted ? undefined : drafts.ofCall(name, properties, options)
      if (draft) take(draft)
      return draft?.id
    },
    refused: {
      read: async () => (await loaded).refused.read(),
      retry: async () => (await loaded).refused.retry(),
      discard: async () => (await loaded).refused.discard(),
    },
    counts: async () => (await loaded).count(),
    async flush(options) {
      const timeoutMs = attempt(() => Number(options?.timeoutMs ?? NaN)) ?? NaN
      const ms = timeoutMs >= 0 ? Math.min(timeoutMs, MAX_FLUSH_MS) : FLUSH_MS
      if (!deliveries) await Promise.race([loaded, sleep(platform.clock, ms, signal)])
      if (deliveries && !signal.aborted) return deliveries.flush(ms)
      const waiting = { pending: inMemory.byId.size, unread: {} }
      const outbox = signal.aborted ? 'the layer is closed' : 'the code that delivers events has not loaded'
      return { isComplete: false, acknowledged: {}, refused: {}, waiting, reasons: { outbox } }
    },
    stop() {
      lifetime.abort()
      deliveries?.stop()
      for (const part of [recorder, ...started.values()]) part.stop()
      stopListening()
    },
  }
}

export type StartDeliveries = (needs: DeliveriesNeeds, host: Host) => Deliveries

/**
 * Loads the part of the library that stores and delivers events. In an application it is a file of its own, for which
 * the first paint does not wait. Tests have it at once.
 */
export type LoadDeliveries = Load<StartDeliveries>

const MISSING = `the file that delivers events could not be loaded. Events are kept. ${CHECK_FILES} (T71)`
