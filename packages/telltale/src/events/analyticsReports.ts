import type { Host } from '../core/host.ts'
import type { DropReason } from '../core/model/diagnostics.ts'
import type { EventDraft } from '../core/model/event.ts'
import type { ReportProgress } from './reportProgress.ts'

export interface GivingUp {
  where: string
  reason: DropReason
  message?: string
  /** It is reported in production too. */
  isError?: true
}

const UNREADABLE =
  'removed stored events that are damaged or were not written by Telltale; other events are not affected'

/** Counts and reports what does not arrive. */
export const analyticsReports = ({ bus }: Pick<Host, 'bus'>, report: ReportProgress) => ({
  giveUp(events: readonly Pick<EventDraft, 'id' | 'name'>[], { where, reason, message, isError }: GivingUp) {
    bus.publish('drop', { where, reason, count: events.length })
    if (message) bus.publish('problem', { where, message, ...(isError && { isError }) })
    for (const event of events) report('dropped', event, { destination: where, reason })
  },
  unreadable(where: string, count: number) {
    bus.publish('drop', { where, reason: 'unreadable', count })
    bus.publish('problem', { where, message: UNREADABLE, isError: true })
  },
  denied: (where: string, message: string) => bus.publish('problem', { where, message, isError: true }),
  /** So many events wait for a destination that does not answer. */
  silent(where: string, count: number) {
    const message = `no answer for 30 s, ${count === 1 ? '1 event waits' : `${count} events wait`}`
    bus.publish('problem', { where, message, isError: true, isRecurring: true })
  },
})
