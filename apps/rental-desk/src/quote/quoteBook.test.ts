import { expect, test } from 'vitest'
import { createQuoteBook } from './quoteBook.ts'

function memoryStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

const quote = { machine: 'EX-1', customer: 'Stonebridge', notes: '', from: '2026-11-21', to: '2026-11-30', total: 900 }

test('a sent quote and its number are restored from storage on the next visit', () => {
  const storage = memoryStorage()
  createQuoteBook(storage).add(quote)
  expect(createQuoteBook(storage).get()).toEqual([{ ...quote, id: 'Q-4181' }])
})

test('the quote book numbers quotes consecutively, lists the newest first and keeps the latest 20', () => {
  const book = createQuoteBook(memoryStorage())
  for (let count = 0; count < 25; count++) book.add(quote)
  expect(book.get()).toHaveLength(20)
  expect(book.get()[0]?.id).toBe('Q-4205')
})

test('the quote book is empty if storage holds invalid data', () => {
  expect(createQuoteBook(memoryStorage({ 'rental-desk.quotes': '{"a":1}' })).get()).toEqual([])
  expect(createQuoteBook(memoryStorage({ 'rental-desk.quotes': 'oops' })).get()).toEqual([])
  expect(createQuoteBook(memoryStorage({ 'rental-desk.quotes': '[7]' })).get()).toEqual([])
})
