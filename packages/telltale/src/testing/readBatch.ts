import type { AnalyticsEvent, EventProperties, FlagSet, Moment } from '../core/model/event.ts'
import type { Dropped, PageFates } from '../core/model/diagnostics.ts'

/** A batch as the documentation of the collector tells a server to read it. */
export interface Batch {
  readonly app: { readonly name: string; readonly platform: string; readonly promotion?: string }
  readonly project?: string
  readonly sentAt: number
  readonly dropped: Dropped
  readonly inMemory: number
  readonly traits?: Readonly<Record<string, object>>
  readonly pages?: Readonly<Record<string, PageFates>>
  readonly flagDetails?: Readonly<Record<string, FlagSet['flags']>>
  /** Each with its page, its moment and its flags, which the batch contains once for many events. */
  readonly events: AnalyticsEvent[]
}

interface Sent {
  readonly events?: (AnalyticsEvent & { moment?: number; flagSet?: string })[]
  readonly moments?: (Moment & { page: string })[]
  readonly flagSets?: Readonly<Record<string, EventProperties>>
}

/** Reads the body of a request to a collector. */
export function readBatch(body = '{}'): Batch {
  const { events, moments, flagSets, ...head } = JSON.parse(body) as Sent
  if (!moments) return { ...head, events } as unknown as Batch
  const whole = events?.map(({ moment: place, flagSet, ...event }) => {
    const { page, ...moment } = moments[place ?? -1] ?? {}
    const properties = { ...event.properties, ...flagSets?.[flagSet ?? ''] }
    return { ...event, page, ...(Object.keys(moment).length > 0 && { moment }), properties }
  })
  return { ...head, events: whole } as unknown as Batch
}
