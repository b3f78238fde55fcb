import type { Identity } from 'telltale'
import { OWN_COMPANY } from '../rentals/rentalsFor.ts'
import type { SentQuote } from './sentQuote.ts'

/** Desk users see all quotes, customers those of their company, and unidentified users those sent without a company. */
export function quotesFor(identity: Identity, quotes: readonly SentQuote[]): readonly SentQuote[] {
  const seer = identity.status === 'known' ? identity.person.company_id : undefined
  return seer === OWN_COMPANY ? quotes : quotes.filter(({ company }) => company === seer)
}
