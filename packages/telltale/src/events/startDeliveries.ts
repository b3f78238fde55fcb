import type { Page } from '../core/ports/page.ts'
import type { Host, Stoppable } from '../core/host.ts'
import type { EventCounts } from '../core/model/diagnostics.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import { type EventStore, HOLD, type Storable } from '../core/ports/eventStore.ts'
import { startDelivery, type Delivery } from './delivery.ts'
import type { DestinationPart, RunningDestination } from './destination.ts'
import { startEviction } from './budget.ts'
import { discardUnclaimed } from './discardUnclaimed.ts'
import { deliveryReports } from './deliveryReports.ts'
import type { EarlyChanges } from './earlyChanges.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { countEvents, createRefused, type RefusedApi } from './refusedEvents.ts'
import { isStoredRecord, type Queued, type QueuedRecord } from './storedRecord.ts'
import { createUnconfirmedChanges } from './unconfirmedChanges.ts'
import { startHolding } from './holding.ts'
import type { Recorder } from './recorder.ts'
import type { Platform } from '../core/ports/platform.ts'

/** Stores the events of an application and delivers them to its destinations. */
export interface Deliveries extends Stoppable {
  /** Puts a record into the outbox. While the page is hidden or being left, its event is also sent at once. */
  readonly put: PageExit['put']
  readonly refused: RefusedApi
  /** Counts the events that wait, and the events that were refused. */
  count(): Promise<EventCounts>
}

export interface DeliveriesNeeds {
  parts: readonly DestinationPart[]
  /** The destinations that are started already, by name. */
  started: ReadonlyMap<string, RunningDestination>
  /** The drafts of this page. */
  recorder: Recorder
  /** Called when the owner of another page's draft is confirmed. */
  onAmended(draft: EventDraft): void
  /** Called when another page's draft is complete. */
  onComplete(event: StoredEvent): void
  flagsDeadlineMs: number | undefined
  /** What this page has kept already. */
  early: EarlyChanges
  /** The number of bytes that may wait for delivery. */
  maxBytes: number
  /** Like the page's own, but called before all listeners that were added after the layer. */
  onMayExit: Page['onMayExit']
}

/** Opens the event store of the application with this name. */
export type OpenEventStore = <Event extends Storable>(appName: string) => EventStore<Event>

/** The code that only this part uses. */
interface Code {
  openEventStore: OpenEventStore
  startCollector(options: object, host: Host): RunningDestination
}

/** Loaded after the first paint: outbox → delivery → destination. */
export function startDeliveries(
  { parts, started, recorder, early, maxBytes, onMayExit, ...needs }: DeliveriesNeeds,
  host: Host,
  { openEventStore, startCollector }: Code,
): Deliveries {
  const { platform, app } = host
  const reports = deliveryReports(host)
  const destinations = parts.map(({ name, collector = {} }) => started.get(name) ?? startCollector(collector, host))
  const names = destinations.map(({ name }) => name)
  const lockOf = (name: string) => `deliver:${app.name}:${name}`
  const store = checkedStore(openEventStore<Queued>(app.name), reports.unreadable)
  const unconfirmed = createUnconfirmedChanges(early, { ...platform, onUnreadable: reports.unreadable })
  const outbox = createOutbox({ store, unconfirmed, reports })
  const deliveries = destinations.map((destination) =>
    startDelivery(destination, { ...platform, outbox, lock: lockOf(destination.name), reports }),
  )
  const exit = startPageExit({ ...platform, page: { ...platform.page, onMayExit }, outbox, deliveries })
  const eviction = startEviction({ outbox, recorder, maxBytes, reports })
  const holding = startHolding({
    ...needs,
    clock: platform.clock,
    attributor: recorder,
    async held() {
      await outbox.ready
      return (await outbox.read(HOLD)).map(({ event }) => event)
    },
  })
  const lifetime = new AbortController()
  void discardUnclaimed({ ...platform, outbox, destinations: names, lockOf, signal: lifetime.signal, reports })

  return {
    put: exit.put,
    refused: createRefused(outbox, deliveries),
    count: () => countEvents(outbox, names),
    stop() {
      lifetime.abort()
      for (const part of [exit, eviction, holding, ...deliveries]) part.stop()
    },
  }
}

/**
 * Wraps a store so that only records of the right shape are read: one record with a wrong shape must not stop the
 * delivery of all others. Such a record is removed, and counted once.
 */
export function checkedStore(store: EventStore<Queued>, onUnreadable: (count: number) => void): EventStore<Queued> {
  /** The ids that are being removed. Several readers may find the same record. */
  const removed = new Set<string>()

  async function readValid(read: () => ReturnType<typeof store.all>, task?: string): ReturnType<typeof store.all> {
    for (;;) {
      const records = await read()
      const damaged = records.flatMap((record) => (isStoredRecord(record, task) ? [] : record.event.id))
      if (damaged.length === 0) return records
      const newIds = damaged.filter((id) => !removed.has(id))
      for (const id of newIds) removed.add(id)
      if (newIds.length > 0) onUnreadable(newIds.length)
      await store.change([{ type: 'remove', ids: damaged }])
    }
  }

  return {
    change: store.change,
    read: (task, limit) => readValid(() => store.read(task, limit), task),
    counts: store.counts,
    all: () => readValid(store.all),
  }
}

/**
 * How many of the bytes that all keepalive requests of the page share are left unused at an exit. They are for the
 * envelope around the events, and for scripts that are not ours.
 */
const EXIT_RESERVE_BYTES = 8 * 1024

export interface PageExit extends Stoppable {
  /** Puts a record into the outbox. While the page is hidden or being left, its event is also sent at once. */
  put(type: 'add' | 'amend', record: QueuedRecord): void
}

interface Needs extends Pick<Platform, 'page' | 'transport'> {
  outbox: Pick<Outbox, 'add' | 'amend' | 'flush'>
  deliveries: readonly Pick<Delivery, 'handOver' | 'retryNow'>[]
}

/**
 * Stores and sends the remaining events of the page when it is hidden, which may be its last moment. Exit listeners of
 * the application run after this one, so events that are tracked from then on are sent at once, until the page is
 * visible again.
 */
function startPageExit({ page, transport, outbox, deliveries }: Needs): PageExit {
  let isLeaving = false
  /** The ids of the events that the current task has tracked after its first one. They are handed over together. */
  let latest: string[] | undefined

  function handOver(ids?: readonly string[]) {
    outbox.flush()
    // Each delivery may use the bytes that the previous one has left.
    for (const delivery of deliveries) delivery.handOver(transport.keepaliveRoom() - EXIT_RESERVE_BYTES, ids)
  }

  const undo = [
    page.onMayExit(() => {
      isLeaving = true
      handOver()
    }),
    page.onReturn(() => {
      isLeaving = false
      for (const delivery of deliveries) delivery.retryNow()
    }),
  ]
  return {
    put(type, record) {
      outbox[type](record)
      if (!isLeaving) return
      const { id } = record.event
      if (latest) return void latest.push(id)
      latest = []
      handOver([id])
      queueMicrotask(() => {
        handOver(latest)
        latest = undefined
      })
    },
    stop() {
      for (const step of undo) step()
    },
  }
}
