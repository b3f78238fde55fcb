import { useIdentity } from 'telltale/react'
import { useStore } from '../useStore.ts'
import { book } from './book.ts'
import { quotesFor } from './quotesFor.ts'
import type { SentQuote } from './sentQuote.ts'

/** The quotes that were sent from this desk and that the user may see. */
export const useSentQuotes = (): readonly SentQuote[] => quotesFor(useIdentity(), useStore(book))
