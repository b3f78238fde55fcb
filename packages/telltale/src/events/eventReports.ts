import { errorText } from '../core/lib/attempt.ts'
import type { Host } from '../core/host.ts'
import type { DropReason, Progress, ProgressStep } from '../core/model/diagnostics.ts'
import type { EventDraft } from '../core/model/event.ts'

type Named = Pick<EventDraft, 'id' | 'name'>

export interface Drop {
  where: string
  reason: DropReason
  message?: string
  /** Whether the drop is reported in production too. */
  isError?: true
}

export type EventReports = ReturnType<typeof eventReports>

/** Reports the progress of events, and counts those that do not arrive. */
export function eventReports({ bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>) {
  /** For observers. Without an observer, no message is created, so that a step costs only a call. */
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
    failed: (where: string, error: unknown) =>
      bus.publish('problem', {
        where,
        message: `has failed (${errorText(error)}): its events are kept (T66)`,
      }),
    problem: (where: string, message: string) => bus.publish('problem', { where, message }),
  }
}
