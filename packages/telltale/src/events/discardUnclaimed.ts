import type { Platform } from '../core/ports/platform.ts'
import { HOLD, refuserIn } from '../core/ports/eventStore.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import type { CompleteRecord } from './storedRecord.ts'

/**
 * How long events wait for a destination that the settings no longer have, in milliseconds. Another tab may have an
 * earlier release of the application that still has the destination, and a release may be taken back.
 */
const UNCLAIMED_MS = 24 * 3_600_000

interface Needs extends Pick<Platform, 'clock' | 'tabs'> {
  outbox: Outbox
  /** The names of the destinations in the settings. */
  destinations: readonly string[]
  /** Returns the name of the lock that a tab holds while it delivers to a destination. */
  lockOf(destination: string): string
  signal: AbortSignal
  reports: DeliveryReports
}

/** Gives up, once for each page, the events that have waited too long for destinations that no longer exist. */
export async function discardUnclaimed({ clock, tabs, outbox, destinations, lockOf, signal, reports }: Needs) {
  await outbox.ready
  const tasks = Object.keys(await outbox.counts())
  for (const task of tasks) {
    if (task === HOLD || refuserIn(task) !== undefined || destinations.includes(task)) continue
    // Another tab that holds this lock still delivers these events.
    await tabs.whileAlone(lockOf(task), signal, () => discard(task))
  }

  async function discard(destination: string) {
    const records = (await outbox.read(destination)) as readonly CompleteRecord[]
    const old = records.filter(({ event }) => clock.now() - event.at >= UNCLAIMED_MS)
    if (old.length === 0 || signal.aborted) return
    await outbox.done(destination, old)
    const message = `no destination is called "${destination}": ${old.length} events that waited for more than a day were discarded (T143)`
    reports.dropped(
      old.map(({ event }) => event),
      { where: destination, reason: 'no-destination', message, isError: true },
    )
  }
}
