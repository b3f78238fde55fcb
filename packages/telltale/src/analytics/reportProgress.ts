import type { Host } from '../core/host.ts'
import type { ProgressStep } from '../core/model/progress.ts'

export type ReportProgress = (step: ProgressStep, event: { readonly id: string }, destination?: string) => void

/** Tells observers how far an event has come. Where nobody looks on nothing is made, so that it costs a call. */
export const reportProgress =
  ({ bus, platform: { clock } }: Pick<Host, 'bus' | 'platform'>): ReportProgress =>
  (step, { id }, destination) => {
    if (!bus.isHeard('progress')) return
    bus.publish('progress', { id, step, at: clock.now(), ...(destination !== undefined && { destination }) })
  }
