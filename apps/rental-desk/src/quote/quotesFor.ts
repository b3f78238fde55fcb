import type { Identity } from 'telltale'
import { OWN_COMPANY } from '../rentals/rentalsFor.ts'
import type { SentQuote } from './sentQuote.ts'

/** The quotes that whoever is here may see: all at the desk, their company's as a customer, nobody's when nobody knows who it is. */
export function quotesFor(identity: Identity, quotes: readonly SentQuote[]): readonly SentQuote[] {
  const seer = identity.status === 'known' ? identity.person.company_id : undefined
  return seer === OWN_COMPANY ? quotes : quotes.filter(({ company }) => company === seer)
}
