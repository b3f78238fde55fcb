import type { Host } from '../../core/host.ts'
import { errorText } from '../../core/lib/errorText.ts'
import { publicUrl } from '../../core/lib/publicUrl.ts'
import type { DropReason, LatestAnswer } from '../../core/model/diagnostics.ts'
import { eventReports, type Named, type Numbered } from './eventReports.ts'
import type { Fates } from './fates.ts'

const UNREADABLE = 'removed damaged records: other events are not affected (T64)'
const NOT_DURABLE = 'the browser stores no events: those that are not delivered when the page closes are lost (T65)'
const NOT_IN_DATABASE =
  'IndexedDB is blocked or does not answer: events are kept in localStorage while there is room (T188)'
const FAILS_ALONE =
  'fails for an event each time, and takes others: the event is kept and tried again, at least once a minute (T149)'

/** What has become of the events of a destination since the lock was taken. */
interface Turn extends LatestAnswer {
  failures: number
  /** The time until the next attempt in milliseconds, or a negative number when there is none. */
  dueInMs: number
}

/** A destination, and where it posts events. */
interface Addressed {
  readonly name: string
  readonly url?: string
}

/** An event, and the destinations that will not get it. */
export interface Ended {
  readonly event: Named & Numbered
  readonly todo: readonly string[]
}

/** These events end at one destination. */
export const endedAt = (destination: string, records: readonly Pick<Ended, 'event'>[]): readonly Ended[] =>
  records.map(({ event }) => ({ event, todo: [destination] }))

export interface Drop {
  where: string
  reason: Exclude<DropReason, 'unreadable'>
  message?: string
  /** Whether the drop is reported in production too. */
  isError?: true
}

export type DeliveryReports = ReturnType<typeof deliveryReports>

/** Reports what becomes of events after they are complete. */
export function deliveryReports(host: Pick<Host, 'bus' | 'platform'>, note: Fates['note'] = () => {}) {
  const { bus, platform } = host
  const reports = eventReports(host)
  /** Present while IndexedDB stores nothing, and `localStorage` does. */
  let fallback: AbortController | void
  /** Of IndexedDB, in a row. */
  let refusals = 0

  /** These events are given up: they are counted, the collector is told their numbers, and observers what has become of them. */
  function dropped(ended: readonly Ended[], { where, reason, message, isError }: Drop) {
    bus.publish('drop', { where, reason, count: ended.length })
    if (message) bus.publish('problem', { where, message, ...(isError && { isError }) })
    for (const { event, todo } of ended) {
      if (reason !== 'another-identity') note(reason, [event], todo)
      reports.progress('dropped', event, { destination: where, reason })
    }
  }

  const error = (where: string, message: string) => bus.publish('problem', { where, message, isError: true })

  function reportFallback() {
    const until = new AbortController()
    bus.publish('problem', { where: 'outbox', message: NOT_IN_DATABASE, until: until.signal })
    return until
  }

  return {
    ...reports,
    dropped,
    note,
    refused(where: string, records: readonly Pick<Ended, 'event'>[], reason: string) {
      const message = `refused events (${reason}). They are kept: see telltale.refused. (T68)`
      dropped(endedAt(where, records), { where, reason: 'refused', message, isError: true })
    },
    /** The destination does not say which events it has rejected. */
    rejected(where: string, { count, message }: { readonly count: number; readonly message: string }) {
      bus.publish('drop', { where, reason: 'refused', count })
      error(where, message)
    },
    /** To count what waits, the store is read: only if the console listens. */
    async attempt(
      { name: destination, url }: Addressed,
      { dueInMs, ...turn }: Turn,
      outbox: { read(task: string): Promise<{ readonly length: number }> },
    ) {
      if (!bus.isHeard('attempt') || (turn.failures === 0 && !turn.outcome)) return
      const at = platform.clock.now()
      const { length: waiting } = await outbox.read(destination)
      const address = url && shownAddress(url)
      bus.publish('attempt', {
        destination,
        at,
        ...turn,
        ...(address && { address }),
        ...(dueInMs >= 0 && { nextAt: at + dueInMs }),
        waiting,
      })
    },
    failed: (where: string, thrown: unknown) =>
      reports.problem(where, `has failed (${errorText(thrown)}): its events are kept (T66)`),
    unreadable(count: number) {
      bus.publish('drop', { where: 'outbox', reason: 'unreadable', count })
      error('outbox', UNREADABLE)
    },
    /** `inMemory` is the number of events of the page that were only in memory when they were tracked. */
    storage(isDurable: boolean, inMemory: number) {
      bus.publish('diagnosis', { storage: isDurable ? 'durable' : 'memory', inMemory })
      if (!isDurable) reports.problem('outbox', NOT_DURABLE)
    },
    /**
     * Whether IndexedDB has stored a change. What it has refused is in `localStorage`. One refusal alone is no problem: the page may have
     * been left, or the computer has slept.
     */
    database(isWritten: boolean) {
      refusals = isWritten ? 0 : refusals + 1
      if (isWritten) fallback = fallback?.abort()
      else if (refusals > 1) fallback ??= reportFallback()
    },
    failsAlone: (where: string) => error(where, FAILS_ALONE),
    error,
    /** `count` events wait for a destination that does not answer, or answers with errors only: the latest is the `cause`. */
    silent({ name: where, url }: Addressed, { count, cause = '' }: { count: number; cause?: string | undefined }) {
      const from = url ? ` from ${shownAddress(url)}` : ''
      const message = /^status \d/.test(cause)
        ? `has taken no events for 30 s: its server answers with ${cause}. Events that wait: ${count} (T150)`
        : `no answer for 30 s${from}: check its address, its server and CORS. Events that wait: ${count} (T67)`
      bus.publish('problem', { where, message, isError: true, isRecurring: true })
    },
  }
}

/** The query may have a key, and the path an e-mail address. */
const shownAddress = (url: string) => publicUrl(url.replace(/[?#].*/s, ''))
