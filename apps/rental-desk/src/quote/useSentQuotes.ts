import { useIdentity } from 'telltale/react'
import { useStore } from '../useStore.ts'
import { book } from './book.ts'
import { quotesFor } from './quotesFor.ts'
import type { SentQuote } from './sentQuote.ts'

/** The quotes sent from this desk, as far as they are the affair of whoever is here. */
export const useSentQuotes = (): readonly SentQuote[] => quotesFor(useIdentity(), useStore(book))
