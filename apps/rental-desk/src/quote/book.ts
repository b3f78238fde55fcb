import { ownStorage } from '../ownStorage.ts'
import { createQuoteBook } from './quoteBook.ts'

/** The quotes sent from this desk. */
export const book = createQuoteBook(ownStorage)
