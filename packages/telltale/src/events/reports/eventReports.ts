import type { Host } from '../../core/host.ts'
import { freezeDeep } from '../../core/lib/json.ts'
import { writable, type Readable } from '../../core/lib/readable.ts'
import type { PageDiagnostics, Progress, ProgressStep } from '../../core/model/diagnostics.ts'
import type { EventDraft } from '../../core/model/event.ts'

export type Named = Pick<EventDraft, 'id' | 'name'>

/** An event, by its number in its page. */
export type Numbered = Pick<EventDraft, 'page' | 'n'>

export type EventReports = ReturnType<typeof eventReports>

/** Reports the progress of events. What counts those that do not arrive is in the lazy chunk. */
export function eventReports({ bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>) {
  /** For observers. Without an observer, no message is created, so that a step costs only a call. */
  function progress(
    step: ProgressStep,
    { id, name }: Named,
    where?: Pick<Progress, 'destination' | 'reason' | 'destinations' | 'purpose' | 'isUnconfirmed'>,
  ) {
    if (!bus.isHeard('progress')) return
    bus.publish('progress', { id, step, at: clock.now(), ...(step === 'happened' && { name }), ...where })
  }

  return {
    progress,
    problem: (where: string, message: string) => bus.publish('problem', { where, message }),
  }
}

/** Collects the state that parts report. What counts the drops is in the lazy chunk. */
export function createDiagnostics({ bus, platform }: Pick<Host, 'bus' | 'platform'>): Readable<PageDiagnostics> {
  const { get, set, subscribe } = writable<PageDiagnostics>(
    freezeDeep({
      dropped: {},
      // Only a page has storage, and only a page counts its layers.
      storage: platform.running ? 'durable' : 'memory',
      inMemory: 0,
      notReady: [],
    }),
  )
  bus.on('diagnosis', (part) => set(freezeDeep({ ...get(), ...part })))
  return { get, subscribe }
}
