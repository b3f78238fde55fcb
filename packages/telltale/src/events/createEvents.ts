import type { Host, Stoppable } from '../core/host.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { TrackOptions } from '../core/model/trackOptions.ts'
import { HOLD } from '../core/ports/eventStore.ts'
import { isAccepted } from './acceptance.ts'
import { checkedStore } from './checkedStore.ts'
import { startDelivery } from './delivery.ts'
import type { DestinationPart } from './destination.ts'
import { createDrafts } from './drafts.ts'
import { watchCounts, type EventCounts } from './eventCounts.ts'
import { eventReports } from './eventReports.ts'
import { startEviction } from './eviction.ts'
import { withFlags } from './flagSet.ts'
import { announceLoad } from './loadEvent.ts'
import { createOutbox } from './outbox.ts'
import { startPageExit } from './pageExit.ts'
import { createRefused, type RefusedApi } from './refusedEvents.ts'
import { startDestinations } from './startDestinations.ts'
import type { CompleteRecord, Queued } from './storedRecord.ts'
import { createUnconfirmedChanges } from './unconfirmedChanges.ts'
import { createWaitingRoom } from './waitingRoom.ts'

export interface EventsApi {
  /** The names of the destinations. */
  readonly destinations: readonly string[]
  /**
   * Records that something happened. Never throws and never waits: the event is durable at once, gets the flags that were in
   * force, and reaches every destination, over reloads and lost networks. The name is a string that is not blank: a call without one
   * is reported and ignored.
   */
  track(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): void
  readonly refused: RefusedApi
  /** How many events wait, and how many were refused. Counted while it is read or subscribed to. */
  readonly counts: Readable<EventCounts>
}

export interface EventsNeeds {
  flags: Readable<FlagsInForce>
  destinations: readonly DestinationPart[]
  /** Whether there is a customer-messaging widget. */
  hasMessaging: boolean
  /** How long an event waits for flags, in milliseconds; for as long as it takes when absent. */
  flagsDeadlineMs?: number | undefined
  /** How much may wait for delivery, in bytes. */
  maxBytes: number
}

/** Events on their way: `track` → draft → waiting room → outbox → delivery → destination. */
export function createEvents(
  { flags, destinations, hasMessaging, flagsDeadlineMs, maxBytes }: EventsNeeds,
  host: Host,
): EventsApi & Stoppable {
  const { platform, identity, owners, bus, app } = host
  const reports = eventReports(host)
  const running = startDestinations(destinations, host)
  const names = running.map(({ name }) => name)
  const drafts = createDrafts(host, hasMessaging)
  const store = checkedStore(platform.eventStore<Queued>(app.name, names), reports.unreadable)
  const unconfirmed = createUnconfirmedChanges({
    ...platform,
    appName: app.name,
    page: platform.random.uuid(),
    onUnreadable: reports.unreadable,
  })
  const outbox = createOutbox({ store, unconfirmed, reports })
  const lockOf = (name: string) => `deliver:${app.name}:${name}`
  const deliveries = running.map((destination) =>
    startDelivery(destination, { ...platform, outbox, lock: lockOf(destination.name), reports }),
  )
  const exit = startPageExit({ ...platform, outbox, deliveries })
  const room = createWaitingRoom({
    clock: platform.clock,
    identity,
    owners,
    flags,
    flagsDeadlineMs,
    stored: async () => (await outbox.read(HOLD)).map(({ event }) => event),
    onIdentified: (event) => exit.put('amend', { event, todo: [HOLD] }),
    onComplete: (event) => exit.put('amend', completed(event)),
    onFlagClash: (message) => reports.problem('flags', message),
  })
  const eviction = startEviction({ ...platform, outbox, room, maxBytes, locks: names.map(lockOf), reports })
  const counts = watchCounts({ clock: platform.clock, outbox, destinations: names })

  function completed(event: StoredEvent): CompleteRecord {
    reports.progress('stamped', event)
    if (bus.isHeard('stamped')) bus.publish('stamped', withFlags(event))
    const accepting = running.filter((destination) => isAccepted(event, destination, reports))
    return { event, todo: accepting.map(({ name }) => name) }
  }

  function take(draft: EventDraft) {
    reports.progress('happened', draft)
    const taken = room.complete(draft)
    if ('event' in taken) return exit.put('add', completed(taken.event))
    reports.progress('held', draft)
    exit.put('add', { event: taken.held, todo: [HOLD] })
  }

  const stopAnnouncing = announceLoad(host, (name) => take(drafts.ofOwn(name)))
  // What earlier pages have left.
  void outbox.ready.then(async () => room.adopt((await outbox.read(HOLD)).map(({ event }) => event)))

  return {
    destinations: names,
    track(name, properties, options) {
      const draft = drafts.ofCall(name, properties, options)
      if (draft) take(draft)
    },
    refused: createRefused(outbox, deliveries),
    counts,
    stop() {
      for (const part of [exit, room, eviction, counts, ...deliveries, ...running]) part.stop()
      stopAnnouncing()
    },
  }
}
