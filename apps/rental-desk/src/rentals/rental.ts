import type { CustomerId } from '../data/customers.ts'
import type { SiteId } from '../data/sites.ts'

/** What happened to a rental, in words for the desk. */
export interface RentalStep {
  /** The calendar day, `2026-11-28`. */
  readonly day: string
  readonly text: string
}

export interface Rental {
  readonly id: string
  /** The machine's number. */
  readonly machine: string
  readonly customer: CustomerId
  readonly site: SiteId
  /** Who answers the telephone there. */
  readonly contact: string
  readonly status: 'reserved' | 'out' | 'returned'
  /** The first and the last day, as `2026-11-28`. */
  readonly from: string
  readonly due: string
  /** Oldest first. */
  readonly history: readonly RentalStep[]
}
