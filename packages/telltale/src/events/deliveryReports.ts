import type { Host } from '../core/host.ts'
import { publicUrl } from '../core/lib/url.ts'
import type { LatestAnswer } from './attempts.ts'
import type { RunningDestination } from './destination.ts'
import type { Outbox } from './outbox.ts'
import { eventReports } from './reports.ts'
import type { CompleteRecord } from './storedRecord.ts'

const UNREADABLE = 'removed damaged records: other events are not affected (T64)'
const NOT_DURABLE = 'the browser stores no events: those that are not delivered when the page closes are lost (T65)'
const FAILS_ALONE =
  'fails for an event each time, and takes others: the event is kept and tried again, at least once a minute (T149)'

/** What has become of the events of a destination since the lock was taken. */
interface Turn extends LatestAnswer {
  failures: number
  /** The time until the next attempt in milliseconds, or a negative number when there is none. */
  dueInMs: number
}

export type DeliveryReports = ReturnType<typeof deliveryReports>

/** Reports what becomes of events after they are complete. */
export function deliveryReports(host: Pick<Host, 'bus' | 'platform'>) {
  const { bus, platform } = host
  const events = eventReports(host)
  return {
    ...events,
    refused(where: string, records: readonly CompleteRecord[], reason: string) {
      const message = `refused events (${reason}). They are kept: see telltale.refused. (T68)`
      const all = records.map(({ event }) => event)
      events.dropped(all, { where, reason: 'refused', message, isError: true })
    },
    /** To count what waits, the store is read: only if the console listens. */
    async attempt(destination: string, { dueInMs, ...turn }: Turn, outbox: Pick<Outbox, 'read'>) {
      if (!bus.isHeard('attempt') || (turn.failures === 0 && !turn.outcome)) return
      const at = platform.clock.now()
      const { length: waiting } = await outbox.read(destination)
      bus.publish('attempt', { destination, at, ...turn, ...(dueInMs >= 0 && { nextAt: at + dueInMs }), waiting })
    },
    unreadable(count: number) {
      bus.publish('drop', { where: 'outbox', reason: 'unreadable', count })
      bus.publish('problem', { where: 'outbox', message: UNREADABLE, isError: true })
    },
    /** `inMemory` is the number of events of the page that were only in memory when they were tracked. */
    storage(isDurable: boolean, inMemory: number) {
      bus.publish('diagnosis', { storage: isDurable ? 'durable' : 'memory', inMemory })
      if (!isDurable) bus.publish('problem', { where: 'outbox', message: NOT_DURABLE })
    },
    failsAlone: (where: string) => bus.publish('problem', { where, message: FAILS_ALONE, isError: true }),
    error: (where: string, message: string) => bus.publish('problem', { where, message, isError: true }),
    /** `count` events wait for a destination that does not answer. */
    silent({ name: where, url }: RunningDestination, count: number) {
      // The query may have a key, and the path an e-mail address.
      const from = url ? ` from ${publicUrl(url.replace(/[?#].*/s, ''))}` : ''
      const message = `no answer for 30 s${from}: check its address, its server and CORS. Events that wait: ${count} (T67)`
      bus.publish('problem', { where, message, isError: true, isRecurring: true })
    },
  }
}
