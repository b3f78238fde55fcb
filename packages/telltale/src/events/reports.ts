import type { Host } from '../core/host.ts'
import { errorText, attempt } from '../core/lib/attempt.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { DropReason, PageDiagnostics, Progress, ProgressStep } from '../core/model/diagnostics.ts'
import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { Destination } from './destination.ts'
import { withFlags } from './flagSet.ts'

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

/** Collects the state that parts report. What counts the drops is in the second file. */
export function createDiagnostics({ bus, platform }: Pick<Host, 'bus' | 'platform'>): Readable<PageDiagnostics> {
  const { get, set, subscribe } = writable<PageDiagnostics>({
    dropped: {},
    // Only a page has storage, and only a page counts its layers.
    storage: platform.running ? 'durable' : 'memory',
    inMemory: 0,
    notReady: [],
  })
  bus.on('diagnosis', (part) => set({ ...get(), ...part }))
  return { get, subscribe }
}

/** Whether an event is for a destination. If `accepts` throws, the event counts as accepted. */
export const isAccepted = (
  event: StoredEvent,
  destination: Pick<Destination, 'name' | 'accepts'>,
  reports: EventReports,
): boolean =>
  !destination.accepts ||
  attempt(
    () => destination.accepts?.(withFlags(event)) ?? true,
    (error) => {
      reports.failed(destination.name, error)
      return true
    },
  )
