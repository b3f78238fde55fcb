import type { Host, Stoppable } from '../../core/host.ts'
import { deliveryReports, type DeliveryReports } from './deliveryReports.ts'
import { countDrops } from './droppedCounts.ts'
import type { Numbered } from './eventReports.ts'
import { createFates, type Fates, type FatesNeeds } from './fates.ts'

interface Needs extends Host, Pick<FatesNeeds, 'storage' | 'last' | 'hasEnded'> {
  ownCopies: Pick<FatesNeeds, 'store' | 'page'>
  inMemory: {
    /** The events that were given up before this code was there. */
    readonly givenUp: readonly Numbered[]
  }
}

export interface Reporting extends Stoppable {
  readonly reports: DeliveryReports
  /** What a destination has not been told. */
  readonly report: Fates['report']
}

/**
 * Counts the events that are dropped, keeps what has become of each until it has been told, and tells observers.
 *
 * @param parts the destinations, of which those with `http` are told what has become of events
 */
export function startReports(parts: readonly { name: string; http?: object }[], needs: Needs): Reporting {
  const { givenUp } = needs.inMemory
  const namesOf = (some: typeof parts) => some.map(({ name }) => name)
  const stop = countDrops(needs)
  if (givenUp.length > 0) needs.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: givenUp.length })
  const told = namesOf(parts.filter(({ http }) => http))
  const { note, report } = createFates({ ...needs, ...needs.ownCopies, names: told })
  note('over-budget', givenUp, namesOf(parts))
  return { reports: deliveryReports(needs, note), report, stop }
}
