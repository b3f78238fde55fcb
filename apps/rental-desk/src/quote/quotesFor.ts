import type { Identity } from 'telltale'
import { OWN_COMPANY } from '../rentals/rentalsFor.ts'
import type { SentQuote } from './sentQuote.ts'

/** The quotes that the user may see: all of them at the desk, their company's as a customer, and none if the user is not known. */
export function quotesFor(identity: Identity, quotes: readonly SentQuote[]): readonly SentQuote[] {
  const seer = identity.status === 'known' ? identity.person.company_id : undefined
  return seer === OWN_COMPANY ? quotes : quotes.filter(({ company }) => company === seer)
}
