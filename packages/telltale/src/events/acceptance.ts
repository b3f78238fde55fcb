import { attempt } from '../core/lib/attempt.ts'
import type { StoredEvent } from '../core/model/event.ts'
import { reportFailure } from './deliverBatch.ts'
import type { Destination } from './destination.ts'
import type { EventReports } from './eventReports.ts'
import { withFlags } from './flagSet.ts'

/** Whether an event is for a destination: it is where the destination throws when it is asked. */
export const isAccepted = (event: StoredEvent, destination: Destination, reports: EventReports): boolean =>
  !destination.accepts ||
  attempt(
    () => destination.accepts?.(withFlags(event)) ?? true,
    (error) => {
      reportFailure(reports, destination.name, error)
      return true
    },
  )
