import type { Host, Topics } from '../core/host.ts'
import { errorText, attempt } from '../core/lib/attempt.ts'
import { isRecord, parseRecord } from '../core/lib/json.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { DropReason, Progress, ProgressStep, PageDiagnostics } from '../core/model/diagnostics.ts'
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

type Counts = PageDiagnostics['dropped']

/**
 * Counts dropped events by place and reason, and collects the state that parts report. The counts that no destination
 * has received yet are kept for the next page. Otherwise drops that happen while nothing can be sent would never be
 * reported.
 */
export function createDiagnostics({
  bus,
  app,
  platform: { storage, running },
}: Pick<Host, 'bus' | 'app' | 'platform'>): Readable<PageDiagnostics> & { stop: Unsubscribe } {
  const key = `dropped:${app.space}`
  let unreported = readCounts(storage.get(key))
  const diagnostics = writable<PageDiagnostics>({
    dropped: unreported,
    // Only a page has storage, and only a page counts its layers.
    storage: running ? 'durable' : 'memory',
    inMemory: 0,
    notReady: [],
  })
  const update = (part: Partial<PageDiagnostics>) => diagnostics.set({ ...diagnostics.get(), ...part })
  const undo = [
    bus.on('diagnosis', update),
    bus.on('drop', (drop) => {
      update({ dropped: plus(diagnostics.get().dropped, drop) })
      unreported = plus(unreported, drop)
      storage.set(key, JSON.stringify(unreported))
    }),
    bus.on('dropsReported', () => {
      unreported = {}
      storage.remove(key)
    }),
  ]
  return { get: diagnostics.get, subscribe: diagnostics.subscribe, stop: () => undo.forEach((step) => step()) }
}

/**
 * Returns the stored counts without invalid entries: another script of the origin, or damage, may have left any value.
 */
function readCounts(text: string | undefined): Counts {
  const counts = Object.entries(parseRecord(text)).map(([where, reasons]) => {
    const sound = isRecord(reasons) ? Object.entries(reasons).filter(([, count]) => isCount(count)) : []
    return [where, Object.fromEntries(sound)] as const
  })
  return Object.fromEntries(counts.filter(([, reasons]) => Object.keys(reasons).length > 0))
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0

function plus(counts: Counts, { where, reason, count }: Topics['drop']): Counts {
  const before = counts[where] ?? {}
  return { ...counts, [where]: { ...before, [reason]: (before[reason] ?? 0) + count } }
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
