import type { Host } from '../core/host.ts'
import type { DropReason } from '../core/model/diagnostics.ts'
import type { EventDraft } from '../core/model/event.ts'
import type { Progress, ProgressStep } from '../core/model/progress.ts'

type Named = Pick<EventDraft, 'id' | 'name'>

export interface Drop {
  where: string
  reason: DropReason
  message?: string
  /** It is reported in production too. */
  isError?: true
}

const UNREADABLE =
  'removed stored events that are damaged or were not written by Telltale; other events are not affected'
const NOT_DURABLE =
  'the browser keeps no events (its storage is full, blocked or absent): what is not delivered when the page closes is lost'

export type EventReports = ReturnType<typeof eventReports>

/** Reports how far events come, and counts those that do not arrive. */
export function eventReports({ bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>) {
  /** For observers. Where nobody observes nothing is made, so that it costs a call. */
  function progress(step: ProgressStep, { id, name }: Named, where?: Pick<Progress, 'destination' | 'reason'>) {
    if (!bus.isHeard('progress')) return
    bus.publish('progress', { id, step, at: clock.now(), ...(step === 'happened' && { name }), ...where })
  }

  return {
    progress,
    dropped(events: readonly Named[], { where, reason, message, isError }: Drop) {
      bus.publish('drop', { where, reason, count: events.length })
      if (message) bus.publish('problem', { where, message, ...(isError && { isError }) })
      for (const event of events) progress('dropped', event, { destination: where, reason })
    },
    unreadable(count: number) {
      bus.publish('drop', { where: 'outbox', reason: 'unreadable', count })
      bus.publish('problem', { where: 'outbox', message: UNREADABLE, isError: true })
    },
    /** So many of the page's events have been in memory alone when they were tracked. */
    storage(isDurable: boolean, inMemory: number) {
      bus.publish('diagnosis', { storage: isDurable ? 'durable' : 'memory', inMemory })
      if (!isDurable) bus.publish('problem', { where: 'outbox', message: NOT_DURABLE })
    },
    problem: (where: string, message: string) => bus.publish('problem', { where, message }),
    error: (where: string, message: string) => bus.publish('problem', { where, message, isError: true }),
    /** So many events wait for a destination that does not answer. */
    silent(where: string, count: number) {
      const message = `no answer for 30 s, ${count === 1 ? '1 event waits' : `${count} events wait`}`
      bus.publish('problem', { where, message, isError: true, isRecurring: true })
    },
  }
}
