import type { SentQuote } from './sentQuote.ts'

const KEY = 'rental-desk.quotes'
/** Older quotes are dropped. */
const MAX_QUOTES = 20

/** The quotes sent from this desk, newest first, kept in the browser's storage. */
export interface QuoteBook {
  get(): readonly SentQuote[]
  subscribe(listener: () => void): () => void
  add(quote: Omit<SentQuote, 'id'>): SentQuote
}

export function createQuoteBook(storage: Pick<Storage, 'getItem' | 'setItem'>): QuoteBook {
  let quotes = read(storage)
  const listeners = new Set<() => void>()
  return {
    get: () => quotes,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(quote) {
      const sent = { ...quote, id: nextId(quotes[0]) }
      quotes = [sent, ...quotes].slice(0, MAX_QUOTES)
      storage.setItem(KEY, JSON.stringify(quotes))
      for (const listener of listeners) listener()
      return sent
    },
  }
}

function nextId(newest: SentQuote | undefined): string {
  const last = Number(newest?.id.slice(2) ?? 4180)
  return `Q-${last + 1}`
}

function read(storage: Pick<Storage, 'getItem'>): readonly SentQuote[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return [] // written by something else: a fresh book is better than no desk
  }
}
