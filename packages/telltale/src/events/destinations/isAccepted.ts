import { attempt } from '../../core/lib/attempt.ts'
import type { StoredEvent } from '../../core/model/event.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import type { Destination } from './destination.ts'
import { withFlags } from './withFlags.ts'

/** Whether an event is for a destination. If `accepts` throws, the event counts as accepted. */
export const isAccepted = (
  event: StoredEvent,
  destination: Pick<Destination, 'name' | 'accepts'>,
  reports: DeliveryReports,
): boolean =>
  !destination.accepts ||
  attempt(
    () => destination.accepts?.(withFlags(event)) ?? true,
    (error) => {
      reports.failed(destination.name, error)
      return true
    },
  )
