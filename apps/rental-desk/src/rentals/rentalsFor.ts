import type { Identity } from 'telltale'
import type { Rental } from './rental.ts'

/** The `company_id` of the users who work at this desk. */
export const OWN_COMPANY = 'ironline-rentals'

/** Desk users see all rentals, customers see those of their company, and unidentified users see no rentals. */
export function rentalsFor(identity: Identity, rentals: readonly Rental[]): readonly Rental[] {
  if (identity.status !== 'known') return []
  const { company_id: company } = identity.person
  return company === OWN_COMPANY ? rentals : rentals.filter(({ customer }) => customer === company)
}
