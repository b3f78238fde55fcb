import type { Part } from '../core/host.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import { startDelivery } from './delivery.ts'
import type { DestinationPart } from './destination.ts'
import { draftEvent } from './draftEvent.ts'
import { createEventWriter } from './eventWriter.ts'
import { readProperties } from './readProperties.ts'
import { createWaitingRoom } from './waitingRoom.ts'
import { createWritesAside } from './writesAside.ts'

export interface AnalyticsApi {
  /**
   * Records that something happened. Never throws and never waits: the event is durable at once, gets the flags that were in
   * force, and reaches every destination, over reloads and lost networks.
   */
  track(name: string, properties?: Readonly<Record<string, unknown>>): void
}

/**
 * What an exit may hand over to the browser, in bytes. All keepalive requests of a page share 64 KiB (Fetch standard), other
 * scripts' included; this leaves room for them and for the envelope around the events.
 */
const EXIT_BYTES = 56 * 1024

export const createAnalytics =
  (flags: Readable<FlagsInForce>, destinations: readonly DestinationPart[]): Part<AnalyticsApi> =>
  (host) => {
    const { platform, identity, bus, app } = host
    const journal = platform.journal<EventDraft, AnalyticsEvent>(`events:${app.name}`)
    const aside = createWritesAside(platform.storage, app.name)

    const running = destinations.map((start) => start(host))
    const deliveries = running.map((destination) =>
      startDelivery(destination, {
        ...platform,
        journal,
        onAdvanced: trim,
        onRefused: (events, reason) =>
          bus.publish('problem', {
            where: destination.name,
            message: `refused ${events.length} events (${reason})`,
          }),
      }),
    )

    const writer = createEventWriter({
      journal,
      aside,
      onAppended: () => deliveries.forEach((delivery) => delivery.wake()),
    })
    const room = createWaitingRoom({
      clock: platform.clock,
      identity,
      flags,
      onComplete: (event) => record('release', event),
    })

    function record(type: 'append' | 'release', event: AnalyticsEvent) {
      for (const delivery of deliveries) delivery.expect(event)
      writer.write({ type, item: event })
    }

    /** Entries that every destination has read are of no use to anybody. */
    async function trim() {
      const forgotten = await journal.trim(running.map(({ name }) => name))
      forgotten.forEach(aside.forgetEvent)
    }

    function exit() {
      writer.putAside()
      let left = EXIT_BYTES
      for (const delivery of deliveries) left -= delivery.handOver(left)
    }

    const undo = [
      platform.page.onMayExit(exit),
      platform.page.onReturn(() => deliveries.forEach((delivery) => delivery.hurry())),
    ]
    // What earlier pages have left.
    void writer.ready.then(async () => room.adopt(await journal.waiting()))
    for (const delivery of deliveries) delivery.wake()

    return {
      track(name, given = {}) {
        const { properties, leftOut } = readProperties(given)
        if (leftOut.length > 0) {
          bus.publish('problem', { where: 'track', message: `left out of "${name}": ${leftOut.join(', ')}` })
        }
        const draft = draftEvent(platform, identity.get(), { name, properties })
        const event = room.complete(draft)
        if (event) record('append', event)
        else writer.write({ type: 'hold', item: draft })
      },
      stop() {
        for (const part of [room, ...deliveries, ...running]) part.stop()
        for (const step of undo) step()
      },
    }
  }
