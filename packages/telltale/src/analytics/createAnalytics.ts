import type { Part } from '../core/host.ts'
import { errorText } from '../core/lib/errorText.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { TrackOptions } from '../core/model/trackOptions.ts'
import { checkedJournal } from './checkedJournal.ts'
import { analyticsReports } from './analyticsReports.ts'
import { startDelivery } from './delivery.ts'
import type { DestinationPart } from './destination.ts'
import { createDrafts } from './drafts.ts'
import { createEventWriter } from './eventWriter.ts'
import { eventsIn } from './eventWrite.ts'
import { withFlags } from './flagSet.ts'
import { announceLoad } from './loadEvent.ts'
import { startPageExit } from './pageExit.ts'
import { reportProgress } from './reportProgress.ts'
import { createSetAside, type SetAsideApi } from './setAside.ts'
import { createShedder } from './shedder.ts'
import { startDestinations } from './startDestinations.ts'
import { isStoredDraft, isStoredEvent } from './storedEvent.ts'
import { createWaitingRoom } from './waitingRoom.ts'
import { watchStorage } from './watchStorage.ts'
import { watchWaiting } from './watchWaiting.ts'
import { whileHolding } from './whileHolding.ts'
import { createWritesAside } from './writesAside.ts'

export interface AnalyticsApi {
  /** The names of the destinations. */
  readonly destinations: readonly string[]
  /**
   * Records that something happened. Never throws and never waits: the event is durable at once, gets the flags that were in
   * force, and reaches every destination, over reloads and lost networks. The name is a string that is not blank: a call without one
   * is reported and ignored.
   */
  track(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): void
  readonly setAside: SetAsideApi
}

export interface AnalyticsNeeds {
  flags: Readable<FlagsInForce>
  destinations: readonly DestinationPart[]
  /** Whether there is a customer-messaging widget. */
  hasMessaging: boolean
  /** How long an event waits for flags, in milliseconds; for as long as it takes when absent. */
  flagsDeadlineMs?: number | undefined
  /** How much may wait for delivery, in bytes. */
  maxBytes: number
}

export const createAnalytics =
  ({ flags, destinations, hasMessaging, flagsDeadlineMs, maxBytes }: AnalyticsNeeds): Part<AnalyticsApi> =>
  (host) => {
    const { platform, identity, owners, bus, app } = host
    const report = reportProgress(host)
    const { giveUp, unreadable, denied, silent } = analyticsReports(host, report)
    const onUnreadable = (count: number) => unreadable('journal', count)
    const journal = checkedJournal(platform.journal<EventDraft, StoredEvent>(`events:${app.name}`), {
      isWaiting: isStoredDraft,
      isEntry: isStoredEvent,
      onUnreadable,
    })
    const drafts = createDrafts(host, hasMessaging)
    const aside = createWritesAside({
      ...platform,
      appName: app.name,
      page: platform.random.uuid(),
      onUnreadable,
    })
    const running = startDestinations(destinations, host)
    const names = running.map(({ name }) => name)
    const lockOf = (name: string) => `deliver:${app.name}:${name}`
    const shedder = createShedder({
      ...platform,
      journal,
      readers: names,
      maxBytes,
      whileIdle: (task, signal) => whileHolding(names.map(lockOf), task, { ...platform, signal }),
      onShed(events: readonly (EventDraft | StoredEvent)[]) {
        room.forget(events)
        for (const { id } of events) aside.forgetEvent(id)
        waiting.look()
        giveUp(events, {
          where: 'journal',
          reason: 'over-budget',
          message: `more than ${maxBytes} bytes wait: the oldest are given up`,
        })
      },
    })
    const setAside = createSetAside({
      ...host,
      onUnreadable: (count) => unreadable('set aside', count),
      onShed: (events) =>
        giveUp(events, {
          where: 'set aside',
          reason: 'over-budget',
          message: 'more was refused than is kept: the oldest are given up',
        }),
    })

    const deliveries = running.map((destination) => {
      const where = destination.name
      const delivery = startDelivery(destination, {
        ...platform,
        journal,
        lock: lockOf(where),
        report,
        onAdvanced: trim,
        onPassed: (events) => events.forEach(({ id }) => aside.forgetEvent(id)),
        async onRefused(events, reason) {
          const message = `refuses events (${reason}): they are set aside, for telltale.setAside`
          giveUp(events, { where, reason: 'refused', message, isError: true })
          await setAside.keep(where, reason, events)
        },
        onFailed: (error) =>
          bus.publish('problem', {
            where,
            message: `has failed (${errorText(error)}): its events are kept, and tried again`,
          }),
        onMisattributed: (events) => giveUp(events, { where, reason: 'another-identity' }),
        onDenied: (reason) => denied(where, reason),
        async onSilent() {
          const [, count = 0] = await journal.count([where])
          if (count > 0) silent(where, count) // otherwise another tab has delivered them
        },
        // It works, and may have been mended since it refused these.
        onWorking: () => setAside.retryEarlier(where, delivery.retry),
      })
      return delivery
    })

    const noteStorage = watchStorage(host)
    const waiting = watchWaiting({ ...platform, bus, journal, readers: names })
    const writer = createEventWriter({
      journal,
      aside,
      onWritten(writes, inMemory) {
        const events = eventsIn(writes)
        if (events.length > 0) for (const delivery of deliveries) delivery.wake(events)
        for (const event of eventsIn(writes.filter((write) => !inMemory.includes(write)))) report('stored', event)
        noteStorage(inMemory)
        shedder.count(writes.flatMap(({ type, item }) => (type === 'identify' ? [] : [item])))
        waiting.look()
      },
    })
    const exit = startPageExit({ ...platform, writer, deliveries })
    const room = createWaitingRoom({
      clock: platform.clock,
      identity,
      owners,
      flags,
      flagsDeadlineMs,
      stored: () => journal.waiting(),
      onIdentified: (draft) => exit.write({ type: 'identify', item: draft }),
      onComplete: (event) => record('release', event),
      onFlagClash: (message) => bus.publish('problem', { where: 'flags', message }),
    })

    function record(type: 'append' | 'release', event: StoredEvent) {
      report('stamped', event)
      if (bus.isHeard('stamped')) bus.publish('stamped', withFlags(event))
      for (const delivery of deliveries) delivery.expect(event)
      exit.write({ type, item: event })
    }

    /** Entries that every destination has read are of no use to anybody. */
    async function trim() {
      const forgotten = await journal.trim(names)
      forgotten.forEach(aside.forgetEvent)
      waiting.look()
    }

    function take(draft: EventDraft) {
      report('happened', draft)
      const taken = room.complete(draft)
      if ('event' in taken) return record('append', taken.event)
      report('held', draft)
      exit.write({ type: 'hold', item: taken.held })
    }

    const stopAnnouncing = announceLoad(host, (name) => take(drafts.ofOwn(name)))
    // What earlier pages have left.
    void writer.ready.then(async () => room.adopt(await journal.waiting()))
    for (const delivery of deliveries) delivery.wake()

    return {
      destinations: names,
      track(name, properties, options) {
        const draft = drafts.ofCall(name, properties, options)
        if (draft) take(draft)
      },
      setAside: {
        read: setAside.read,
        discard: setAside.discard,
        retry: async () => void (await Promise.all(deliveries.map(({ name, retry }) => setAside.retry(name, retry)))),
      },
      stop() {
        for (const part of [exit, room, shedder, waiting, ...deliveries, ...running]) part.stop()
        stopAnnouncing()
      },
    }
  }
