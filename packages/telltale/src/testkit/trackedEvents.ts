import type { DestinationPart } from '../events/destination.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'

export interface TrackedEvents {
  readonly destination: DestinationPart
  tracked(): readonly AnalyticsEvent[]
}

/**
 * What a destination is told of. It is asked whether it accepts an event as soon as that is complete, before any time passes:
 * that is when a test can see it.
 */
export function trackedEvents(): TrackedEvents {
  const events = new Map<string, AnalyticsEvent>()
  return {
    tracked: () => [...events.values()],
    destination: () => ({
      name: 'test',
      type: 'acknowledging',
      accepts: (event) => Boolean(events.set(event.id, event)),
      deliver: async () => ({ outcome: 'delivered' }),
      stop: () => {},
    }),
  }
}
