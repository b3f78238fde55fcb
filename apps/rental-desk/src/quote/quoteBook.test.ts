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

test('a quote sent on one visit is there on the next, with its number', () => {
  const storage = memoryStorage()
  createQuoteBook(storage).add(quote)
  expect(createQuoteBook(storage).get()).toEqual([{ ...quote, id: 'Q-4181' }])
})

test('numbers go on where they stopped, the newest quote first, and the oldest are dropped', () => {
  const book = createQuoteBook(memoryStorage())
  for (let count = 0; count < 25; count++) book.add(quote)
  expect(book.get()).toHaveLength(20)
  expect(book.get()[0]?.id).toBe('Q-4205')
})

test('storage that holds something else gives an empty book', () => {
  expect(createQuoteBook(memoryStorage({ 'rental-desk.quotes': '{"a":1}' })).get()).toEqual([])
  expect(createQuoteBook(memoryStorage({ 'rental-desk.quotes': 'oops' })).get()).toEqual([])
})
