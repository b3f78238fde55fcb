import type { Host } from '../core/host.ts'
import { CHECK_FILES, loadLater, type Load } from '../core/loadLater.ts'
import type { Deliveries, DeliveriesNeeds } from './startDeliveries.ts'

export type StartDeliveries = (needs: DeliveriesNeeds, host: Host) => Deliveries

/**
 * Loads the part of the library that stores and delivers events. In an application it is a file of its own, for which
 * the first paint does not wait. Tests have it at once.
 */
export type LoadDeliveries = Load<StartDeliveries>

const MISSING = `the file that delivers events could not be loaded. Events are kept. ${CHECK_FILES} (T71)`

/** Calls `onLoaded` once the part is loaded: in the same task if it is there already, and never after an abort. */
export const loadDeliveries = (
  load: LoadDeliveries,
  needs: Pick<Host, 'bus' | 'platform'> & { signal: AbortSignal },
  onLoaded: (start: StartDeliveries) => void,
): Promise<void> => loadLater({ ...needs, load, where: 'delivery', missing: MISSING }, onLoaded)
