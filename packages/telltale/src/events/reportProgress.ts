import type { Host } from '../core/host.ts'
import type { EventDraft } from '../core/model/event.ts'
import type { Progress, ProgressStep } from '../core/model/progress.ts'

export type ReportProgress = (
  step: ProgressStep,
  event: Pick<EventDraft, 'id' | 'name'>,
  where?: Pick<Progress, 'destination' | 'reason'>,
) => void

/** Tells observers how far an event has come. Where nobody looks on nothing is made, so that it costs a call. */
export const reportProgress =
  ({ bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>): ReportProgress =>
  (step, { id, name }, where) => {
    if (!bus.isHeard('progress')) return
    bus.publish('progress', { id, step, at: clock.now(), ...(step === 'happened' && { name }), ...where })
  }
