import { isObject, readStored } from '../readStored.ts'
import { createStore, type Store } from '../store.ts'
import type { SentQuote } from './sentQuote.ts'

const KEY = 'rental-desk.quotes'
/** Older quotes are dropped. */
const MAX_QUOTES = 20
const FIRST_NUMBER = 4181

/** The quotes sent from this desk, newest first, kept in the browser's storage. */
export interface QuoteBook extends Pick<Store<readonly SentQuote[]>, 'get' | 'subscribe'> {
  add(quote: Omit<SentQuote, 'id'>): SentQuote
}

export function createQuoteBook(storage: Pick<Storage, 'getItem' | 'setItem'>): QuoteBook {
  const { get, set, subscribe } = createStore(readStored(storage, KEY, isBook) ?? [])
  return {
    get,
    subscribe,
    add(quote) {
      const newest = get()[0]
      const sent = { ...quote, id: `Q-${newest ? Number(newest.id.slice(2)) + 1 : FIRST_NUMBER}` }
      set([sent, ...get()].slice(0, MAX_QUOTES))
      storage.setItem(KEY, JSON.stringify(get()))
      return sent
    },
  }
}

/** What the desk shows of each quote is a text, except for the total. */
const isQuote = (value: unknown) =>
  isObject(value) &&
  typeof value['total'] === 'number' &&
  ['id', 'machine', 'customer', 'notes', 'from', 'to'].every((name) => typeof value[name] === 'string')

const isBook = (value: unknown): value is readonly SentQuote[] => Array.isArray(value) && value.every(isQuote)
