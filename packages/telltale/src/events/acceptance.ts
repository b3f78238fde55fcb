import { attempt } from '../core/lib/attempt.ts'
import type { StoredEvent } from '../core/model/event.ts'
import type { Destination } from './destination.ts'
import type { EventReports } from './eventReports.ts'
import { withFlags } from './flagSet.ts'

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
