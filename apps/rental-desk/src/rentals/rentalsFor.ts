import type { Identity } from 'telltale'
import type { Rental } from './rental.ts'

/** The company whose people work at this desk. */
export const OWN_COMPANY = 'ironline-rentals'

/** The rentals that the user may see: all of them at the desk, their own as a customer, and none if the user is not known. */
export function rentalsFor(identity: Identity, rentals: readonly Rental[]): readonly Rental[] {
  if (identity.status !== 'known') return []
  const { company_id: company } = identity.person
  return company === OWN_COMPANY ? rentals : rentals.filter(({ customer }) => customer === company)
}
