import type { Destination } from '../events/destination.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'

export interface TrackedEvents {
  readonly destination: Destination
  tracked(): readonly AnalyticsEvent[]
}

/** Records complete events. A destination is asked whether it accepts an event as soon as the event is complete. */
export function trackedEvents(): TrackedEvents {
  const events = new Map<string, AnalyticsEvent>()
  return {
    tracked: () => [...events.values()],
    destination: {
      name: 'test',
      accepts: (event) => Boolean(events.set(event.id, event)),
      deliver: async () => ({ outcome: 'delivered' }),
    },
  }
}
