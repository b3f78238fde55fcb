import type { LateHost, Stoppable } from '../core/host.ts'
import { createListeners } from '../core/lib/listeners.ts'
import type { EventCounts, FlushResult } from '../core/model/diagnostics.ts'
import type { RecordOwn } from '../core/observer.ts'
import type { Step } from '../core/step.ts'
import { type OpenEventStore, PENDING } from '../core/ports/eventStore.ts'
import type { Decide, Page } from '../core/ports/platform.ts'
import { startAdoption } from './store/adoption.ts'
import { type AgeWatch, watchAges } from './settling/ages.ts'
import { startEviction } from './store/budget.ts'
import { startDelivery } from './sending/delivery.ts'
import { deliveryReports } from './reports/deliveryReports.ts'
import type { DestinationPart, RunningDestination } from './destinations/destination.ts'
import { createEvidence } from './settling/evidence.ts'
import { countDrops } from './reports/droppedCounts.ts'
import { startPageExit } from './sending/exit.ts'
import { createFates, type Fates } from './reports/fates.ts'
import { flush } from './sending/flush.ts'
import { startRecovery } from './settling/recovery.ts'
import type { InMemoryRecords } from './store/inMemoryRecords.ts'
import type { OwnCopies } from './store/ownCopies.ts'
import { createOutbox } from './store/outbox.ts'
import { hasEnded, holdPageLock } from './store/pageLock.ts'
import type { Recorder } from './recording/recorder.ts'
import { countEvents } from './store/countEvents.ts'
import { createRefused, type RefusedApi } from './sending/refusedEvents.ts'
import { createProcessing } from './settling/processing.ts'
import { createSettle } from './settling/settle.ts'
import { teller } from './store/state.ts'
import type { Queued } from './store/storedRecord.ts'
import { createLocalCopies } from './store/localCopies.ts'
import { copyOfEvent } from './destinations/withFlags.ts'

/** Stores the events of an application and delivers them to its destinations. */
export interface Deliveries extends Stoppable {
  readonly refused: RefusedApi
  /** Counts the events that wait, and the events that were refused. */
  count(): Promise<EventCounts>
  /** A draft of this page waits. */
  watch: AgeWatch['add']
  /** Delivers what waits. Never rejects. */
  flush(timeoutMs: number): Promise<FlushResult>
}

export interface DeliveriesNeeds {
  parts: readonly DestinationPart[]
  /** The destinations that are started already, by name. */
  started: ReadonlyMap<string, RunningDestination>
  /** The drafts of this page. */
  recorder: Recorder
  flagsDeadlineMs: number | undefined
  /** The steps that process complete events, in order. */
  steps: readonly Step[]
  /** The records of this page, and what it has of them in `localStorage`. */
  inMemory: InMemoryRecords
  ownCopies: OwnCopies
  /** The number of bytes that may wait for delivery. */
  maxBytes: number
  /** The number of the latest event of this page. */
  last(): number
  /** Records an event of the library. */
  record: RecordOwn
  /** Like the page's own, but called before all listeners that were added after the layer. */
  onMayExit: Page['onMayExit']
}

/** The code that only this part uses. */
interface Code {
  openEventStore: OpenEventStore
  decide: Decide
  startHttpDestination(settings: object, host: LateHost, report: Fates['report']): RunningDestination
}

/** Loaded after the first paint: outbox → delivery → destination. */
export function startDeliveries(
  { parts, started, recorder, steps, flagsDeadlineMs, inMemory, ownCopies, maxBytes, onMayExit, last }: DeliveriesNeeds,
  host: LateHost,
  { openEventStore, decide, startHttpDestination }: Code,
): Deliveries {
  const { platform, app } = host
  const stopCounting = countDrops(host)
  const isOver = async (page: string) => hasEnded(page, await platform.tabs.running())
  const { givenUp } = inMemory
  if (givenUp.length > 0) host.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: givenUp.length })
  const fates = createFates({
    ...platform,
    store: ownCopies.store,
    page: host.questions.page,
    last,
    names: parts.filter(({ http }) => http).map(({ name }) => name),
    hasEnded: isOver,
  })
  fates.note(
    'over-budget',
    givenUp,
    parts.map(({ name }) => name),
  )
  const reports = deliveryReports(host, fates.note)
  const destinations = parts.map(({ name, http = {} }) => {
    const own = started.get(name)
    return own ? withCopies(own) : startHttpDestination(http, host, fates.report)
  })
  const names = destinations.map(({ name }) => name)
  const localCopies = createLocalCopies(ownCopies, {
    ...platform,
    onUnreadable: reports.unreadable,
    hasEnded: isOver,
  })
  const store = openEventStore<Queued>(ownCopies.store)
  const tell = teller(inMemory.byId)
  const outbox = createOutbox({ inMemory, tell, store, localCopies, reports })
  const deliveries = destinations.map((destination) =>
    startDelivery(destination, {
      ...platform,
      outbox,
      lock: `deliver:${ownCopies.store}:${destination.name}`,
      reports,
    }),
  )
  const retryAll = () => deliveries.forEach(({ retryNow }) => retryNow())
  const stopWaiting = store.answers.watch(() => {
    if (store.answers.get()) outbox.restore()
    retryAll()
  })
  const eviction = startEviction({ ...platform, outbox, maxBytes, names, reports })
  /** Notified when it is decided what a step of the library has waited for. */
  const decisions = createListeners<[]>()
  const settle = createSettle(destinations, {
    reports,
    bus: host.bus,
    steps,
    deciding: { decide, again: decisions.notify },
    process: createProcessing(steps, { reports, names }),
  })
  const { ownerOf, answerAfter } = createEvidence(host.questions, platform.clock)
  const complete = () => recorder.settleBy(settle, ownerOf)
  decisions.add(complete)
  complete()
  const aging = watchAges({
    clock: platform.clock,
    questions: host.questions,
    inMemory,
    tell,
    recorder,
    flagsDeadlineMs,
  })
  const exit = startPageExit({
    ...platform,
    page: { ...platform.page, onMayExit },
    inMemory,
    outbox,
    deliveries,
    settle,
  })
  const lock = holdPageLock({
    ...platform,
    id: host.questions.page,
    store: ownCopies.store,
    onLock(isHeld) {
      recorder.onLock(isHeld)
      outbox.onLock(isHeld)
    },
  })
  // Without a destination, nothing waits.
  const adoption =
    parts.length > 0 &&
    startAdoption({
      ...{ ...platform, space: app.space, ownCopies, openEventStore, store, onPut: inMemory.onPut },
      onUnreadable: reports.unreadable,
      onAdopted: retryAll,
    })
  const recovery = startRecovery({
    clock: platform.clock,
    flagsDeadlineMs,
    settle,
    attributor: recorder,
    answerAfter,
    askedAt: host.questions.all[0]?.askedAt ?? platform.clock.now(),
    tabs: platform.tabs,
    amend(record) {
      outbox.contest(record)
      inMemory.amend(record)
    },
    async readPending() {
      await outbox.ready
      if (adoption) await adoption.first
      return (await outbox.read(PENDING)).map(({ event }) => event)
    },
  })

  return {
    refused: createRefused(outbox, deliveries),
    async count() {
      const counts = await countEvents(outbox, names)
      return { ...counts, isComplete: store.answers.get() }
    },
    watch: aging.add,
    flush: (timeoutMs) => flush({ ...host, clock: platform.clock, outbox, deliveries, names }, timeoutMs),
    stop() {
      stopCounting()
      stopWaiting()
      for (const part of [exit, eviction, ...(adoption ? [adoption] : []), aging, recovery, lock, ...deliveries])
        part.stop()
    },
  }
}

/** The code of an application may change an event that it gets: other destinations, and the stored record, are not affected. */
const withCopies = (destination: RunningDestination): RunningDestination => ({
  ...destination,
  accepts: (event) => destination.accepts?.(copyOfEvent(event)) ?? true,
  deliver: (batch, context) => destination.deliver(batch.map(copyOfEvent), context),
})
