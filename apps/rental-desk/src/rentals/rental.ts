import type { CustomerId } from '../data/customers.ts'
import type { SiteId } from '../data/sites.ts'

/** An entry in the history of a rental. */
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
  /** The contact person at the site. */
  readonly contact: string
  readonly status: 'reserved' | 'out' | 'returned'
  /** The first and the last day, as `2026-11-28`. */
  readonly from: string
  readonly due: string
  /** Oldest first. */
  readonly history: readonly RentalStep[]
}
